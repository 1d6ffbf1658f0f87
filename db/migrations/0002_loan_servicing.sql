CREATE TABLE "journals" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"number" integer NOT NULL,
	"type" text NOT NULL,
	"repayment_event_id" text,
	"occurred_at" timestamp (3) with time zone NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "journals_number" UNIQUE("loan_id","number")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"journal_id" text NOT NULL,
	"account" text NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "ledger_entries_journal_id_account_pk" PRIMARY KEY("journal_id","account")
);
--> statement-breakpoint
CREATE TABLE "loan_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"kind" text NOT NULL,
	"previous" jsonb NOT NULL,
	"current" jsonb NOT NULL,
	"reason" text NOT NULL,
	"effective_from" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "loan_watches" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"watched_until" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "mandates" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"payout_account_id" text NOT NULL,
	"status" text NOT NULL,
	"provider_reference" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	CONSTRAINT "mandates_loan_id_unique" UNIQUE("loan_id")
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"bank_code" text NOT NULL,
	"account_number_encrypted" text NOT NULL,
	"last_four" text NOT NULL,
	"account_name" text NOT NULL,
	"name_matches" boolean NOT NULL,
	"verified_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"purpose" text NOT NULL,
	"payout_account_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"provider_reference" text,
	"failure_reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_secrets" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"secret_encrypted" text NOT NULL,
	"previous_secret_encrypted" text,
	"previous_secret_until" timestamp (3) with time zone,
	"rotated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "api_secrets_marketplace_id_environment_pk" PRIMARY KEY("marketplace_id","environment")
);
--> statement-breakpoint
CREATE TABLE "inbound_refusals" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"operation" text NOT NULL,
	"code" text NOT NULL,
	"detail" text NOT NULL,
	"body_encrypted" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"loan_id" text,
	"settlement_id" text,
	"repayment_event_id" text,
	"expected" bigint,
	"actual" bigint,
	"evidence" jsonb NOT NULL,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"resolution" text,
	"note" text,
	"resolved_by" text,
	"resolved_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "settlement_events" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"event_id" text NOT NULL,
	"settlement_id" text NOT NULL,
	"type" text NOT NULL,
	"fingerprint" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_events_event" UNIQUE("marketplace_id","environment","event_id")
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"reference" text NOT NULL,
	"net_amount" bigint NOT NULL,
	"gross_amount" bigint,
	"total_deductions" bigint,
	"period_start" timestamp (3) with time zone,
	"period_end" timestamp (3) with time zone,
	"transferred_at" timestamp (3) with time zone,
	"transfer_reference" text,
	"deduction_references" text[],
	"match_status" text NOT NULL,
	"matched_amount" bigint,
	"matched_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone,
	CONSTRAINT "settlements_reference" UNIQUE("marketplace_id","environment","reference")
);
--> statement-breakpoint
ALTER TABLE "repayment_events" ADD COLUMN "original_reference" text;--> statement-breakpoint
ALTER TABLE "repayment_events" ADD COLUMN "effect" text;--> statement-breakpoint
UPDATE "repayment_events" SET "effect" = 'NONE';--> statement-breakpoint
ALTER TABLE "repayment_events" ALTER COLUMN "effect" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "repayment_events" ADD COLUMN "settlement_id" text;--> statement-breakpoint
ALTER TABLE "lender_products" ADD COLUMN "default_after_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_installments" ADD COLUMN "interest" bigint;--> statement-breakpoint
UPDATE "loan_installments" i SET "interest" = CASE WHEN i."number" = n."count" THEN l."interest" - (n."count" - 1) * (l."interest" / n."count") ELSE l."interest" / n."count" END FROM "loans" l JOIN (SELECT "loan_id", count(*) AS "count" FROM "loan_installments" GROUP BY "loan_id") n ON n."loan_id" = l."id" WHERE l."id" = i."loan_id";--> statement-breakpoint
ALTER TABLE "loan_installments" ALTER COLUMN "interest" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "default_after_days" integer DEFAULT 90 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "accepted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "payout_account_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "disbursed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "completed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "defaulted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "default_reason" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "written_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "paused_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "received" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "held" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "received_at_write_off" bigint;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "held_reversals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "balance_disputed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "refund_due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "journal_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "marketplaces" ADD COLUMN "test_clock_ahead_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_repayment_event_id_repayment_events_id_fk" FOREIGN KEY ("repayment_event_id") REFERENCES "public"."repayment_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_journal_id_journals_id_fk" FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_changes" ADD CONSTRAINT "loan_changes_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_watches" ADD CONSTRAINT "loan_watches_id_loans_id_fk" FOREIGN KEY ("id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mandates" ADD CONSTRAINT "mandates_payout_account_id_payout_accounts_id_fk" FOREIGN KEY ("payout_account_id") REFERENCES "public"."payout_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_payout_account_id_payout_accounts_id_fk" FOREIGN KEY ("payout_account_id") REFERENCES "public"."payout_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_secrets" ADD CONSTRAINT "api_secrets_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbound_refusals" ADD CONSTRAINT "inbound_refusals_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "breaks" ADD CONSTRAINT "breaks_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_events" ADD CONSTRAINT "settlement_events_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journals_recorded" ON "journals" USING btree ("loan_id","recorded_at");--> statement-breakpoint
CREATE INDEX "loan_changes_loan" ON "loan_changes" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "loan_watches_due" ON "loan_watches" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "payout_accounts_merchant" ON "payout_accounts" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_disbursement" ON "payouts" USING btree ("loan_id") WHERE purpose = 'DISBURSEMENT' and status <> 'FAILED';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_refund" ON "payouts" USING btree ("loan_id") WHERE purpose = 'REFUND' and status = 'PENDING';--> statement-breakpoint
CREATE INDEX "payouts_loan" ON "payouts" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "payouts_due" ON "payouts" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "inbound_refusals_tenant" ON "inbound_refusals" USING btree ("marketplace_id","environment","id");--> statement-breakpoint
CREATE INDEX "inbound_refusals_age" ON "inbound_refusals" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "breaks_open" ON "breaks" USING btree ("marketplace_id","environment","type","subject") WHERE status = 'OPEN';--> statement-breakpoint
CREATE INDEX "breaks_tenant" ON "breaks" USING btree ("marketplace_id","environment","id");--> statement-breakpoint
CREATE INDEX "breaks_loan" ON "breaks" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "breaks_settlement" ON "breaks" USING btree ("settlement_id","id") WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "settlement_events_settlement" ON "settlement_events" USING btree ("settlement_id","id");--> statement-breakpoint
CREATE INDEX "settlement_events_newest" ON "settlement_events" USING btree ("marketplace_id","environment","received_at");--> statement-breakpoint
CREATE INDEX "settlements_merchant" ON "settlements" USING btree ("merchant_id","period_start");--> statement-breakpoint
CREATE INDEX "settlements_due" ON "settlements" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "repayment_events" ADD CONSTRAINT "repayment_events_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loans" ADD CONSTRAINT "loans_payout_account_id_payout_accounts_id_fk" FOREIGN KEY ("payout_account_id") REFERENCES "public"."payout_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "repayment_events_fact" ON "repayment_events" USING btree ("loan_id","type","reference") WHERE effect not in ('NONE', 'DUPLICATE');--> statement-breakpoint
CREATE INDEX "repayment_events_original" ON "repayment_events" USING btree ("loan_id","original_reference") WHERE original_reference is not null;--> statement-breakpoint
CREATE INDEX "repayment_events_reference" ON "repayment_events" USING btree ("marketplace_id","environment","reference");--> statement-breakpoint
CREATE INDEX "repayment_events_settlement" ON "repayment_events" USING btree ("settlement_id") WHERE settlement_id is not null;--> statement-breakpoint
CREATE INDEX "repayment_events_occurred" ON "repayment_events" USING btree ("merchant_id","occurred_at");--> statement-breakpoint
CREATE INDEX "loans_due" ON "loans" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
UPDATE "loans" SET "due_at" = "offer_expires_at" WHERE "status" = 'APPROVED';--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;--> statement-breakpoint
CREATE TRIGGER "journals_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "journals" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "ledger_entries_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "ledger_entries" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE FUNCTION "require_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "added" GROUP BY "journal_id" HAVING sum("amount") <> 0) THEN
    RAISE EXCEPTION 'a journal must balance' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (
    SELECT FROM (SELECT "journal_id", count(*) AS "count" FROM "added" GROUP BY "journal_id") "a"
    WHERE "a"."count" <> (SELECT count(*) FROM "ledger_entries" "e" WHERE "e"."journal_id" = "a"."journal_id")
  ) THEN
    RAISE EXCEPTION 'a journal takes its entries together' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "ledger_entries_balance" AFTER INSERT ON "ledger_entries" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "require_balance"();--> statement-breakpoint
CREATE FUNCTION "require_entries"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM "added" "j" WHERE NOT EXISTS (SELECT FROM "ledger_entries" "e" WHERE "e"."journal_id" = "j"."id")) THEN
    RAISE EXCEPTION 'a journal must have entries' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "journals_entries" AFTER INSERT ON "journals" REFERENCING NEW TABLE AS "added" FOR EACH STATEMENT EXECUTE FUNCTION "require_entries"();
