ALTER TABLE "kyc_records" ADD COLUMN "urgency" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "kyc_records" ADD CONSTRAINT "kyc_records_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kyc_records_by_age" ON "kyc_records" USING btree ("environment","submitted_at","id") WHERE status in ('SUBMITTED', 'IN_REVIEW');--> statement-breakpoint
CREATE INDEX "kyc_records_by_urgency" ON "kyc_records" USING btree ("environment","urgency","submitted_at","id") WHERE status in ('SUBMITTED', 'IN_REVIEW');--> statement-breakpoint
CREATE INDEX "kyc_records_taken" ON "kyc_records" USING btree ("taken_by") WHERE taken_by is not null;