CREATE TABLE "rails" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"kind" text NOT NULL,
	"integration" text NOT NULL,
	"domain" text NOT NULL,
	"state" text NOT NULL,
	"secret_key_encrypted" text NOT NULL,
	"key_end" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "payouts_disbursement";--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "payout_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "paid_again_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "rail_id" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "begun_reference" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "begun_page" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "holder_email" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "rail_id" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "waits_because" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "silent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "failure_cause" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "reversed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "waits_because" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "rail_id" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reference" text;--> statement-breakpoint
ALTER TABLE "rails" ADD CONSTRAINT "rails_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rails_active" ON "rails" USING btree ("lender_id") WHERE state = 'ACTIVE';--> statement-breakpoint
CREATE UNIQUE INDEX "rails_account" ON "rails" USING btree ("kind","integration","domain") WHERE state <> 'TRIED';--> statement-breakpoint
CREATE INDEX "rails_lender" ON "rails" USING btree ("lender_id","id");--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_rail_id_rails_id_fk" FOREIGN KEY ("rail_id") REFERENCES "public"."rails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_rail_id_rails_id_fk" FOREIGN KEY ("rail_id") REFERENCES "public"."rails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_rail_id_rails_id_fk" FOREIGN KEY ("rail_id") REFERENCES "public"."rails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "journals_payout" ON "journals" USING btree ("payout_id","type") WHERE payout_id is not null;--> statement-breakpoint
CREATE INDEX "loans_returned" ON "loans" USING btree ("returned_at") WHERE returned_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_reference" ON "mandates" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_reference" ON "payouts" USING btree ("reference");--> statement-breakpoint
CREATE INDEX "payouts_rail" ON "payouts" USING btree ("rail_id","id") WHERE status = 'PENDING' and rail_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_disbursement" ON "payouts" USING btree ("loan_id") WHERE purpose = 'DISBURSEMENT' and status in ('HELD', 'PENDING', 'CONFIRMED') and reversed_at is null;