CREATE TABLE "complaints" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"loan_id" text,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"words_encrypted" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"made_by" text NOT NULL,
	"answer_by" timestamp (3) with time zone NOT NULL,
	"taken_by" text,
	"taken_at" timestamp (3) with time zone,
	"answer_encrypted" text,
	"answered_by" text,
	"answered_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "complaints_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "loan_contacts" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"channel" text NOT NULL,
	"words_encrypted" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"noted_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_promises" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"pay_by" date NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"taken_by" text NOT NULL,
	"replaced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "kyc_acceptances" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"kyc_id" text NOT NULL,
	"item" text NOT NULL,
	"digest" text NOT NULL,
	"accepted_by" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "work_reminders" (
	"source" text NOT NULL,
	"item_id" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"mailed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "work_reminders_source_item_id_since_pk" PRIMARY KEY("source","item_id","since")
);
--> statement-breakpoint
DROP INDEX "audit_log_subject";--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "urgency" smallint DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "kyc_records" ADD COLUMN "taken_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "lenders" ADD COLUMN "work_mail" text;--> statement-breakpoint
ALTER TABLE "loan_changes" ADD COLUMN "replaced" jsonb;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "form_file_id" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "form_sent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "form_sent_by" text;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "bank_ended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "complaints" ADD CONSTRAINT "complaints_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_contacts" ADD CONSTRAINT "loan_contacts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_contacts" ADD CONSTRAINT "loan_contacts_noted_by_users_id_fk" FOREIGN KEY ("noted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_promises" ADD CONSTRAINT "payment_promises_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_promises" ADD CONSTRAINT "payment_promises_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_acceptances" ADD CONSTRAINT "kyc_acceptances_kyc_id_kyc_records_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kyc_acceptances" ADD CONSTRAINT "kyc_acceptances_accepted_by_users_id_fk" FOREIGN KEY ("accepted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "complaints_merchant" ON "complaints" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "complaints_loan" ON "complaints" USING btree ("loan_id","id") WHERE loan_id is not null;--> statement-breakpoint
CREATE INDEX "complaints_state" ON "complaints" USING btree ("environment","status","id");--> statement-breakpoint
CREATE INDEX "complaints_waiting" ON "complaints" USING btree ("environment","answer_by","id") WHERE status in ('OPEN', 'TAKEN');--> statement-breakpoint
CREATE INDEX "loan_contacts_loan" ON "loan_contacts" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "payment_promises_loan" ON "payment_promises" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "payment_promises_day" ON "payment_promises" USING btree ("environment","pay_by","id");--> statement-breakpoint
CREATE UNIQUE INDEX "kyc_acceptances_in_force" ON "kyc_acceptances" USING btree ("kyc_id","item","accepted_by") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "work_reminders_age" ON "work_reminders" USING btree ("mailed_at");--> statement-breakpoint
ALTER TABLE "kyc_records" ADD CONSTRAINT "kyc_records_taken_by_users_id_fk" FOREIGN KEY ("taken_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_form_file_id_files_id_fk" FOREIGN KEY ("form_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "directors_search" ON "directors" USING gin ("environment",(first_name || ' ' || last_name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "kyc_records_phone_end" ON "kyc_records" USING btree ("environment",right(business_info->>'businessPhone', 4));--> statement-breakpoint
CREATE INDEX "kyc_records_name" ON "kyc_records" USING gin ("environment",(' ' || (business_info->>'businessName')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "kyc_records_email" ON "kyc_records" USING btree ("environment",lower(business_info->>'businessEmail'));--> statement-breakpoint
CREATE INDEX "kyc_records_by_age" ON "kyc_records" USING btree ("environment","submitted_at","id") WHERE status in ('SUBMITTED', 'IN_REVIEW');--> statement-breakpoint
CREATE INDEX "kyc_records_by_urgency" ON "kyc_records" USING btree ("environment","urgency","submitted_at","id") WHERE status in ('SUBMITTED', 'IN_REVIEW');--> statement-breakpoint
CREATE INDEX "kyc_records_taken" ON "kyc_records" USING btree ("taken_by") WHERE taken_by is not null;--> statement-breakpoint
CREATE INDEX "loans_aging_anywhere" ON "loans" USING btree ("environment","aging_since","id") WHERE aging_since is not null;--> statement-breakpoint
CREATE INDEX "loans_paused_anywhere" ON "loans" USING btree ("environment","paused_at","id") WHERE paused_at is not null;--> statement-breakpoint
CREATE INDEX "loans_overpaid" ON "loans" USING btree ("environment","id") WHERE (held > 0 or received > case when disbursed_at is null or status = 'CANCELLED' then 0
  when cooled_off_at is null then principal + interest else principal end);--> statement-breakpoint
CREATE INDEX "mandates_form" ON "mandates" USING btree ("form_file_id") WHERE form_file_id is not null;--> statement-breakpoint
CREATE INDEX "mandates_pending" ON "mandates" USING btree ("environment","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "mandates_to_end" ON "mandates" USING btree ("environment","id") WHERE status = 'CANCELLED' and bank_ended_at is null and provider_reference is not null and rail_id is not null;--> statement-breakpoint
CREATE INDEX "payout_accounts_end" ON "payout_accounts" USING btree ("environment","last_four");--> statement-breakpoint
CREATE INDEX "payout_accounts_unnamed" ON "payout_accounts" USING btree ("environment","id") WHERE verified_at is null;--> statement-breakpoint
CREATE INDEX "payout_accounts_due" ON "payout_accounts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "payouts_paid" ON "payouts" USING btree ("rail_id","finished_at") WHERE status = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX "payouts_held" ON "payouts" USING btree ("environment","id") WHERE status = 'HELD';--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("environment","id") WHERE status = 'PENDING' or (status = 'FAILED' and waits_for = 'PERSON');--> statement-breakpoint
CREATE INDEX "merchants_phone_end" ON "merchants" USING btree ("environment",right(phone_number, 4)) WHERE phone_number is not null;--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","number");--> statement-breakpoint
CREATE INDEX "audit_log_noun" ON "audit_log" USING btree (split_part("action", '.', 1),"number");--> statement-breakpoint
CREATE INDEX "audit_log_removed_documents" ON "audit_log" USING btree ((detail->>'merchant')) WHERE action = 'kyc.remove-document';--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX "payments_made" ON "payments" USING btree ("rail_id","finished_at") WHERE status = 'CONFIRMED';--> statement-breakpoint
CREATE INDEX "payments_asked" ON "payments" USING btree ("environment","id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "account_phones_end" ON "account_phones" USING btree (right(phone_number, 4));--> statement-breakpoint
CREATE INDEX "proposals_account" ON "proposals" USING btree ((evidence ->> 'accountId'),"id") WHERE (evidence ->> 'accountId') is not null;--> statement-breakpoint
CREATE INDEX "proposals_waiting" ON "proposals" USING btree ("expires_at") WHERE decision is null;--> statement-breakpoint
CREATE INDEX "breaks_anywhere" ON "breaks" USING btree ("environment","status","id");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","number");--> statement-breakpoint
UPDATE "payout_accounts" SET "due_at" = now() WHERE "verified_at" IS NULL;
--> statement-breakpoint
INSERT INTO "chores" ("id", "due_at") VALUES ('mail-waiting-work', now());
