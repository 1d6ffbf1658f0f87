ALTER TABLE "mandates" ADD COLUMN "form_file_id" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "form_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "form_sent_by" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "bank_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_form_file_id_files_id_fk" FOREIGN KEY ("form_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mandates_form" ON "mandates" USING btree ("form_file_id") WHERE form_file_id is not null;--> statement-breakpoint
CREATE INDEX "payout_accounts_due" ON "payout_accounts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
-- Accounts that are being checked already are asked about again, too.
UPDATE "payout_accounts" SET "due_at" = now() WHERE "verified_at" IS NULL;
