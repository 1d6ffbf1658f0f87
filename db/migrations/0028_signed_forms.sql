ALTER TABLE "mandates" ADD COLUMN "form_file_id" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "form_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "form_sent_by" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "bank_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_form_file_id_files_id_fk" FOREIGN KEY ("form_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mandates_form" ON "mandates" USING btree ("form_file_id") WHERE form_file_id is not null;