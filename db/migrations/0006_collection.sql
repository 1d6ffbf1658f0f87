CREATE TABLE "collection_days" (
	"loan_id" text NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"day" date NOT NULL,
	"agreed" bigint DEFAULT 0 NOT NULL,
	"taken" bigint DEFAULT 0 NOT NULL,
	"missing" bigint DEFAULT 0 NOT NULL,
	"excess" bigint DEFAULT 0 NOT NULL,
	"judged_at" timestamp (3) with time zone,
	"own" jsonb,
	"stale" boolean DEFAULT false NOT NULL,
	"under_way" boolean DEFAULT false NOT NULL,
	CONSTRAINT "collection_days_loan_id_day_pk" PRIMARY KEY("loan_id","day")
);
--> statement-breakpoint
CREATE TABLE "ledger_findings" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"accounts" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"cleared_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "loan_reminders" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"mandate_id" text NOT NULL,
	"source" text NOT NULL,
	"status" text NOT NULL,
	"amount" bigint NOT NULL,
	"cooling_off" boolean DEFAULT false NOT NULL,
	"request_id" text,
	"ordered_at" timestamp (3) with time zone NOT NULL,
	"asked_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"provider_reference" text,
	"failure" text,
	"due_at" timestamp (3) with time zone,
	"leased_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "settlement_corrections" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"settlement_id" text NOT NULL,
	"number" integer NOT NULL,
	"previous" jsonb NOT NULL,
	"corrected" jsonb NOT NULL,
	"reason" text NOT NULL,
	"corrected_by" text NOT NULL,
	"corrected_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "settlement_corrections_number" UNIQUE("settlement_id","number")
);
--> statement-breakpoint
ALTER TABLE "mandates" DROP CONSTRAINT "mandates_loan_id_unique";--> statement-breakpoint
DROP INDEX "breaks_open";--> statement-breakpoint
ALTER TABLE "repayment_events" ADD COLUMN "other_source" text;--> statement-breakpoint
ALTER TABLE "repayment_events" ADD COLUMN "source_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "repayment_events" ADD COLUMN "source_amount" bigint;--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "source" text;--> statement-breakpoint
ALTER TABLE "journals" ADD COLUMN "payment_id" text;--> statement-breakpoint
ALTER TABLE "loan_watches" ADD COLUMN "rests_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "loan_watches" ADD COLUMN "run" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "loan_watches" ADD COLUMN "cap" jsonb;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "cooled_off_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "cancelled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "due_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "leased_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "weekly_summary" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "chores" ADD COLUMN "cursor" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "merchant_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "loan_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "fact" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "html" text;--> statement-breakpoint
ALTER TABLE "breaks" ADD COLUMN "answer_reason" text;--> statement-breakpoint
ALTER TABLE "breaks" ADD COLUMN "answer_note" text;--> statement-breakpoint
ALTER TABLE "breaks" ADD COLUMN "answered_by" text;--> statement-breakpoint
ALTER TABLE "breaks" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "breaks" ADD COLUMN "answered_expected" bigint;--> statement-breakpoint
ALTER TABLE "breaks" ADD COLUMN "answered_actual" bigint;--> statement-breakpoint
ALTER TABLE "collection_days" ADD CONSTRAINT "collection_days_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_findings" ADD CONSTRAINT "ledger_findings_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "loan_reminders" ADD CONSTRAINT "loan_reminders_id_loans_id_fk" FOREIGN KEY ("id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_mandate_id_mandates_id_fk" FOREIGN KEY ("mandate_id") REFERENCES "public"."mandates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlement_corrections" ADD CONSTRAINT "settlement_corrections_settlement_id_settlements_id_fk" FOREIGN KEY ("settlement_id") REFERENCES "public"."settlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_days_stale" ON "collection_days" USING btree ("loan_id","day") WHERE stale or under_way;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_findings_open" ON "ledger_findings" USING btree ("loan_id") WHERE cleared_at is null;--> statement-breakpoint
CREATE INDEX "loan_reminders_due" ON "loan_reminders" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_request" ON "payments" USING btree ("loan_id","request_id") WHERE request_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_open" ON "payments" USING btree ("loan_id","status") WHERE status in ('ANNOUNCED', 'PENDING');--> statement-breakpoint
CREATE INDEX "payments_loan" ON "payments" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "payments_due" ON "payments" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
ALTER TABLE "journals" ADD CONSTRAINT "journals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repayment_events_source" ON "repayment_events" USING btree ("merchant_id","source_at") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "repayment_events_other_source" ON "repayment_events" USING btree ("merchant_id","other_source") WHERE other_source is not null;--> statement-breakpoint
CREATE INDEX "repayment_events_other_source_at" ON "repayment_events" USING btree ("merchant_id","source_at") WHERE other_source is not null;--> statement-breakpoint
CREATE INDEX "repayment_events_unsourced" ON "repayment_events" USING btree ("merchant_id","occurred_at") WHERE order_id is null and type = 'repayment.deducted';--> statement-breakpoint
CREATE INDEX "sales_events_order" ON "sales_events" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "journals_payment" ON "journals" USING btree ("payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mandates_open" ON "mandates" USING btree ("loan_id") WHERE status <> 'CANCELLED';--> statement-breakpoint
CREATE INDEX "mandates_loan" ON "mandates" USING btree ("loan_id","id");--> statement-breakpoint
CREATE INDEX "mandates_due" ON "mandates" USING btree ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_fact" ON "mails" USING btree ("loan_id","kind","fact") WHERE loan_id is not null;--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "breaks_open" ON "breaks" USING btree ("marketplace_id","environment","type","subject") WHERE status <> 'RESOLVED';
--> statement-breakpoint
-- How the money of earlier journals came. They are append-only for everybody but their owner, in a migration.
ALTER TABLE "journals" DISABLE TRIGGER "journals_append_only";--> statement-breakpoint
UPDATE "journals" "j" SET "source" = CASE WHEN "j"."type" = 'RECOVERY' OR EXISTS (
  SELECT FROM "repayment_events" "r"
  JOIN "repayment_events" "d" ON "d"."loan_id" = "r"."loan_id" AND "d"."reference" = "r"."original_reference" AND "d"."type" = 'repayment.deducted'
  JOIN "journals" "o" ON "o"."loan_id" = "r"."loan_id" AND "o"."repayment_event_id" = "d"."id" AND "o"."type" = 'RECOVERY'
  WHERE "r"."id" = "j"."repayment_event_id" AND "j"."type" = 'REVERSAL'
) THEN 'RECOVERY' ELSE 'SALES' END
WHERE "j"."type" IN ('REPAYMENT', 'LIABILITY', 'REVERSAL', 'RECOVERY');--> statement-breakpoint
ALTER TABLE "journals" ENABLE TRIGGER "journals_append_only";
--> statement-breakpoint
-- What was reversed of a deduction from before a write-off no longer counts as received at it.
WITH "older" AS (
  SELECT "j"."loan_id", -sum("e"."amount")::bigint AS "reversed"
  FROM "journals" "w"
  JOIN "journals" "j" ON "j"."loan_id" = "w"."loan_id" AND "j"."number" > "w"."number" AND "j"."type" = 'REVERSAL' AND "j"."source" = 'SALES'
  JOIN "ledger_entries" "e" ON "e"."journal_id" = "j"."id" AND "e"."account" = 'CASH'
  JOIN "repayment_events" "r" ON "r"."id" = "j"."repayment_event_id"
  JOIN "repayment_events" "d" ON "d"."loan_id" = "r"."loan_id" AND "d"."reference" = "r"."original_reference" AND "d"."type" = 'repayment.deducted' AND "d"."effect" = 'APPLIED'
  WHERE "w"."type" = 'WRITE_OFF'
  GROUP BY "j"."loan_id"
)
UPDATE "loans" "l" SET "received_at_write_off" = "l"."received_at_write_off" - "o"."reversed" FROM "older" "o" WHERE "o"."loan_id" = "l"."id";--> statement-breakpoint
-- Where it was taken from recoveries, a journal after the last gives it back to them.
WITH "wrong" AS (
  SELECT "l"."id" AS "loan_id", "l"."principal" + "l"."interest" AS "due",
    greatest(0, least("l"."received", "l"."principal" + "l"."interest") - greatest(0, least("l"."received_at_write_off", "l"."principal" + "l"."interest")))
      + (SELECT coalesce(sum("e"."amount"), 0) FROM "journals" "j" JOIN "ledger_entries" "e" ON "e"."journal_id" = "j"."id"
        WHERE "j"."loan_id" = "l"."id" AND "e"."account" = 'RECOVERY')::bigint AS "taken"
  FROM "loans" "l" WHERE "l"."received_at_write_off" IS NOT NULL
),
"mended" AS (
  INSERT INTO "journals" ("id", "marketplace_id", "environment", "loan_id", "number", "type", "source", "occurred_at", "recorded_at")
  SELECT "j"."id" || '0', "j"."marketplace_id", "j"."environment", "j"."loan_id", "j"."number" + 1, 'REVERSAL', 'SALES', "j"."occurred_at", "j"."recorded_at"
  FROM "wrong" JOIN "loans" "l" ON "l"."id" = "wrong"."loan_id" JOIN "journals" "j" ON "j"."loan_id" = "l"."id" AND "j"."number" = "l"."journal_number"
  WHERE "wrong"."taken" <> 0
  RETURNING "id", "loan_id", "number"
),
"entered" AS (
  INSERT INTO "ledger_entries" ("journal_id", "account", "amount")
  SELECT "mended"."id", "side"."account", "side"."amount"
  FROM "mended" JOIN "wrong" ON "wrong"."loan_id" = "mended"."loan_id"
  CROSS JOIN LATERAL (VALUES ('WRITE_OFF', "wrong"."taken"), ('RECOVERY', -"wrong"."taken")) "side"("account", "amount")
)
UPDATE "loans" SET "journal_number" = "mended"."number" FROM "mended" WHERE "loans"."id" = "mended"."loan_id";

--> statement-breakpoint
-- Mandates given before the bank was asked about them again are due once.
UPDATE "mandates" SET "due_at" = "activated_at" WHERE "status" = 'ACTIVE';

--> statement-breakpoint
-- The row that says when books are checked next.
INSERT INTO "chores" ("id", "due_at") VALUES ('check-ledgers', now());

--> statement-breakpoint
CREATE TRIGGER "settlement_corrections_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "settlement_corrections" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
-- Data: settlements that count as matched although their figures do not add up are matched again.
UPDATE "settlements" SET "due_at" = now() WHERE "match_status" = 'MATCHED' AND "net_amount" <> "gross_amount" - "total_deductions";

--> statement-breakpoint
-- Offers and running loans are looked at once, which says when next.
INSERT INTO "loan_reminders" ("id", "marketplace_id", "environment", "due_at") SELECT "id", "marketplace_id", "environment", now() FROM "loans" WHERE "status" IN ('APPROVED', 'ACTIVE', 'DEFAULTED');

--> statement-breakpoint
-- What deductions say of their source, of which only the order was kept.
UPDATE "repayment_events" r SET "source_at" = (s.source ->> 'timestamp')::timestamptz,
  "source_amount" = round((s.source ->> 'grossAmount')::numeric * 100)::bigint,
  "other_source" = CASE WHEN s.source ->> 'type' = 'sale' THEN NULL ELSE (s.source ->> 'type') || ' ' || (s.source ->> 'id') END
FROM (
  SELECT "id", "body"::json -> 'sourceTransaction' AS source FROM "repayment_events"
  WHERE "type" = 'repayment.deducted' AND "body" LIKE '%"sourceTransaction"%'
) s
WHERE s.id = r.id AND json_typeof(s.source) = 'object';--> statement-breakpoint
-- Every loan that was disbursed is watched, and the days on which there was anything are computed.
INSERT INTO "loan_watches" ("id", "marketplace_id", "environment", "watched_until")
SELECT "id", "marketplace_id", "environment", "disbursed_at" FROM "loans" WHERE "disbursed_at" IS NOT NULL
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "collection_days" ("loan_id", "marketplace_id", "environment", "day", "stale")
SELECT l.id, l.marketplace_id, l.environment, (sold.at AT TIME ZONE 'UTC')::date, true
FROM "loans" l JOIN (
  SELECT "merchant_id", "occurred_at" AS at, NULL AS loan_id FROM "sales_events"
  UNION ALL SELECT "merchant_id", "source_at", NULL FROM "repayment_events" WHERE "source_at" IS NOT NULL
  UNION ALL SELECT "merchant_id", coalesce("source_at", "occurred_at"), "loan_id" FROM "repayment_events"
    WHERE "type" = 'repayment.deducted'
  UNION ALL SELECT "merchant_id", "occurred_at", "loan_id" FROM "repayment_events" WHERE "other_source" IS NOT NULL
) sold ON sold.merchant_id = l.merchant_id AND (sold.loan_id IS NULL OR sold.loan_id = l.id)
WHERE l.disbursed_at IS NOT NULL AND (sold.loan_id = l.id OR sold.at >= l.disbursed_at
  AND (l.completed_at IS NULL OR sold.at <= l.completed_at) AND (l.written_off_at IS NULL OR sold.at < l.written_off_at))
GROUP BY l.id, (sold.at AT TIME ZONE 'UTC')::date
ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE "loan_watches" SET "due_at" = now();
