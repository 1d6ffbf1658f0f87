CREATE TABLE "bank_statements" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"account_id" text NOT NULL,
	"format" text NOT NULL,
	"file_digest" text NOT NULL,
	"sequence" text,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"opening" bigint,
	"closing" bigint,
	"line_count" integer NOT NULL,
	"new_lines" integer NOT NULL,
	"imported_by" text NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_formats" (
	"account_id" text PRIMARY KEY NOT NULL,
	"format" text NOT NULL,
	"columns" jsonb,
	"rules" jsonb NOT NULL,
	"after" date,
	"changed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "statement_lines" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"account_id" text NOT NULL,
	"statement_id" text NOT NULL,
	"digest" text NOT NULL,
	"number" integer NOT NULL,
	"booking_date" date NOT NULL,
	"value_date" date NOT NULL,
	"amount" bigint NOT NULL,
	"reversal" boolean NOT NULL,
	"said_encrypted" text NOT NULL,
	"bank_reference" text,
	"state" text NOT NULL,
	"waits_because" text,
	"loan_id" text,
	"payout_id" text,
	"payment_id" text,
	"decided_at" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "identity_checks" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"kyc_id" text NOT NULL,
	"register" text NOT NULL,
	"identity_digest" text,
	"claim_digest" text NOT NULL,
	"evidence" jsonb,
	"asked_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "identity_checks_about" UNIQUE NULLS NOT DISTINCT("kyc_id","register","identity_digest")
);
--> statement-breakpoint
CREATE TABLE "identity_consents" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"kyc_id" text NOT NULL,
	"identity_digest" text NOT NULL,
	"purpose" text NOT NULL,
	"text_version" text NOT NULL,
	"stated_by" text NOT NULL,
	"given_at" timestamp (3) with time zone NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "identity_consents_kyc_id_identity_digest_purpose_text_version_pk" PRIMARY KEY("kyc_id","identity_digest","purpose","text_version")
);
--> statement-breakpoint
CREATE TABLE "instruction_batches" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"rail_id" text NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"total" bigint NOT NULL,
	"orders" integer NOT NULL,
	"content_encrypted" text NOT NULL,
	"sha256" text NOT NULL,
	"made_by" text NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"released_by" text,
	"released_at" timestamp (3) with time zone,
	"released_for" date,
	"downloads" integer DEFAULT 0 NOT NULL,
	"downloaded_at" timestamp (3) with time zone,
	"recalled_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "instruction_lines" (
	"batch_id" text NOT NULL,
	"position" integer NOT NULL,
	"payout_id" text,
	"payment_id" text,
	"reference" text NOT NULL,
	"amount" bigint NOT NULL,
	"recalled_at" timestamp (3) with time zone,
	CONSTRAINT "instruction_lines_batch_id_position_pk" PRIMARY KEY("batch_id","position"),
	CONSTRAINT "instruction_lines_order" CHECK (num_nonnulls(payout_id, payment_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "lender_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"bank_code" text NOT NULL,
	"account_number_encrypted" text NOT NULL,
	"account_digest" text NOT NULL,
	"last_four" text NOT NULL,
	"holder" text NOT NULL,
	"collects" boolean NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "remittance_breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"remitter_id" text,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"expected" bigint NOT NULL,
	"actual" bigint NOT NULL,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "remittance_changes" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "remittance_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"repayment_event_id" text NOT NULL,
	"loan_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remittance_days" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"lender_id" text NOT NULL,
	"due_on" date NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "remittance_days_lender_id_marketplace_id_environment_due_on_pk" PRIMARY KEY("lender_id","marketplace_id","environment","due_on")
);
--> statement-breakpoint
CREATE TABLE "remittance_items" (
	"repayment_event_id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"lender_id" text NOT NULL,
	"loan_id" text NOT NULL,
	"due_on" date NOT NULL,
	"settled" boolean NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remittance_matches" (
	"receipt_id" text PRIMARY KEY NOT NULL,
	"line_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remittance_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"remitter_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"received_on" date NOT NULL,
	"source" text NOT NULL,
	"bank_reference" text NOT NULL,
	"lender_id" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remitters" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"lender_id" text NOT NULL,
	"reference" text NOT NULL,
	"watched_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_debit_has_mandate";--> statement-breakpoint
ALTER TABLE "rails" ALTER COLUMN "secret_key_encrypted" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "rails" ALTER COLUMN "key_end" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_accounts" ALTER COLUMN "account_name" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_accounts" ALTER COLUMN "verified_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "rails" ADD COLUMN "day_limit" bigint;--> statement-breakpoint
ALTER TABLE "rails" ADD COLUMN "columns" jsonb;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_account_id_lender_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."lender_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_imported_by_users_id_fk" FOREIGN KEY ("imported_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_formats" ADD CONSTRAINT "statement_formats_account_id_lender_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."lender_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_account_id_lender_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."lender_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "statement_lines" ADD CONSTRAINT "statement_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_kyc_id_kyc_records_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_checks" ADD CONSTRAINT "identity_checks_of_director" FOREIGN KEY ("kyc_id","identity_digest") REFERENCES "public"."directors"("kyc_id","identity_digest") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_consents" ADD CONSTRAINT "identity_consents_kyc_id_kyc_records_id_fk" FOREIGN KEY ("kyc_id") REFERENCES "public"."kyc_records"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_batches" ADD CONSTRAINT "instruction_batches_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_batches" ADD CONSTRAINT "instruction_batches_rail_id_rails_id_fk" FOREIGN KEY ("rail_id") REFERENCES "public"."rails"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_lines" ADD CONSTRAINT "instruction_lines_batch_id_instruction_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."instruction_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_lines" ADD CONSTRAINT "instruction_lines_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "instruction_lines" ADD CONSTRAINT "instruction_lines_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lender_accounts" ADD CONSTRAINT "lender_accounts_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_breaks" ADD CONSTRAINT "remittance_breaks_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_breaks" ADD CONSTRAINT "remittance_breaks_remitter_id_remitters_id_fk" FOREIGN KEY ("remitter_id") REFERENCES "public"."remitters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_matches" ADD CONSTRAINT "remittance_matches_receipt_id_remittance_receipts_id_fk" FOREIGN KEY ("receipt_id") REFERENCES "public"."remittance_receipts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_receipts" ADD CONSTRAINT "remittance_receipts_remitter_id_remitters_id_fk" FOREIGN KEY ("remitter_id") REFERENCES "public"."remitters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_receipts" ADD CONSTRAINT "remittance_receipts_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remitters" ADD CONSTRAINT "remitters_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_statements_account" ON "bank_statements" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "statement_lines_line" ON "statement_lines" USING btree ("account_id","digest","number");--> statement-breakpoint
CREATE INDEX "statement_lines_state" ON "statement_lines" USING btree ("account_id","state","id");--> statement-breakpoint
CREATE INDEX "statement_lines_payout" ON "statement_lines" USING btree ("payout_id") WHERE payout_id is not null;--> statement-breakpoint
CREATE INDEX "statement_lines_payment" ON "statement_lines" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "identity_checks_due" ON "identity_checks" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "identity_consents_digest" ON "identity_consents" USING btree ("identity_digest");--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_batches_number" ON "instruction_batches" USING btree ("lender_id","number");--> statement-breakpoint
CREATE INDEX "instruction_batches_day" ON "instruction_batches" USING btree ("lender_id","released_for") WHERE released_for is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_lines_payout" ON "instruction_lines" USING btree ("payout_id") WHERE recalled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "instruction_lines_payment" ON "instruction_lines" USING btree ("payment_id") WHERE recalled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "lender_accounts_collecting" ON "lender_accounts" USING btree ("lender_id") WHERE state = 'ACTIVE' and collects;--> statement-breakpoint
CREATE UNIQUE INDEX "lender_accounts_number" ON "lender_accounts" USING btree ("account_digest") WHERE state <> 'PROPOSED';--> statement-breakpoint
CREATE INDEX "lender_accounts_lender" ON "lender_accounts" USING btree ("lender_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "remittance_breaks_subject" ON "remittance_breaks" USING btree ("lender_id",coalesce(remitter_id, ''),"subject") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "remittance_breaks_open" ON "remittance_breaks" USING btree ("lender_id","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "remittance_changes_loan" ON "remittance_changes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "remittance_items_loan" ON "remittance_items" USING btree ("loan_id","due_on");--> statement-breakpoint
CREATE UNIQUE INDEX "remittance_matches_line" ON "remittance_matches" USING btree ("line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "remittance_receipts_once" ON "remittance_receipts" USING btree ("lender_id","bank_reference");--> statement-breakpoint
CREATE INDEX "remittance_receipts_remitter" ON "remittance_receipts" USING btree ("remitter_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "remitters_reference" ON "remitters" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "remitters_pair" ON "remitters" USING btree ("marketplace_id","environment","lender_id");--> statement-breakpoint
CREATE INDEX "remitters_lender" ON "remitters" USING btree ("lender_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_debit_has_mandate" CHECK (mandate_id is not null or source = 'RECOVERY' or (source = 'DIRECT' and provider_reference is not null));--> statement-breakpoint
CREATE FUNCTION "lagos_day"("at" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'UTC' + interval '1 hour')::date
$$;--> statement-breakpoint
-- Names what has to be counted anew; lib/lending/remittances/fold-items.ts counts it.
CREATE FUNCTION "note_remittance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id)
  SELECT id, loan_id FROM added WHERE effect IN ('APPLIED', 'LIABILITY');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_remittance_again"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id) VALUES (NEW.id, NEW.loan_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_remittances_of"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id)
  SELECT id, loan_id FROM repayment_events WHERE settlement_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "repayment_events_remitted" AFTER INSERT ON "repayment_events" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_remittance"();--> statement-breakpoint
CREATE TRIGGER "repayment_events_remitted_again" AFTER UPDATE OF "effect", "settlement_id" ON "repayment_events" FOR EACH ROW
  WHEN (OLD.effect IS DISTINCT FROM NEW.effect OR OLD.settlement_id IS DISTINCT FROM NEW.settlement_id)
  EXECUTE FUNCTION "note_remittance_again"();--> statement-breakpoint
CREATE TRIGGER "settlements_remitted" AFTER UPDATE OF "transferred_at" ON "settlements" FOR EACH ROW
  WHEN (OLD.transferred_at IS DISTINCT FROM NEW.transferred_at)
  EXECUTE FUNCTION "note_remittances_of"();--> statement-breakpoint
CREATE TRIGGER "remittance_receipts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "remittance_receipts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
INSERT INTO "remittance_changes" ("repayment_event_id", "loan_id")
  SELECT id, loan_id FROM repayment_events WHERE effect IN ('APPLIED', 'LIABILITY');--> statement-breakpoint
INSERT INTO "chores" ("id", "due_at") VALUES ('watch-remittances', now());
