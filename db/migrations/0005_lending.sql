CREATE TABLE "drafts" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"step" text NOT NULL,
	"item" text,
	"values_encrypted" text,
	"revision" integer NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "drafts_merchant_id_step_pk" PRIMARY KEY("merchant_id","step")
);
--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "drafts_changed_at" ON "drafts" USING btree ("changed_at");--> statement-breakpoint
ALTER TABLE "lender_products" ADD COLUMN "lowest_deduction_basis_points" integer;--> statement-breakpoint
ALTER TABLE "lender_products" ADD COLUMN "highest_deduction_basis_points" integer;--> statement-breakpoint
ALTER TABLE "lender_products" ADD COLUMN "rate_basis_points" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "interest_parts_per_million" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "assumed_monthly_sales" bigint;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "expected_days" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "annual_percentage_basis_points" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "scheduled_annual_percentage_basis_points" integer;--> statement-breakpoint
-- The data moves: a hundredth of a percent is a hundred parts per million, and every product gets the table of its tier.
UPDATE "loans" SET "interest_parts_per_million" = "interest_basis_points" * 100;--> statement-breakpoint
UPDATE "lender_products" SET
	"lowest_deduction_basis_points" = CASE "risk_tier" WHEN 'A' THEN 500 WHEN 'B' THEN 600 WHEN 'C' THEN 800 ELSE 1000 END,
	"highest_deduction_basis_points" = 2500,
	"rate_basis_points" = CASE "risk_tier" WHEN 'A' THEN 130 WHEN 'B' THEN 170 WHEN 'C' THEN 220 ELSE 300 END;--> statement-breakpoint
ALTER TABLE "lender_products" ALTER COLUMN "lowest_deduction_basis_points" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "lender_products" ALTER COLUMN "highest_deduction_basis_points" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "lender_products" ALTER COLUMN "rate_basis_points" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "loans" ALTER COLUMN "interest_parts_per_million" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "lender_products" DROP COLUMN "interest_basis_points";--> statement-breakpoint
ALTER TABLE "loans" DROP COLUMN "interest_basis_points";
--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "marketplace_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "environment" DROP NOT NULL;
--> statement-breakpoint
CREATE TABLE "term_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"loan_id" text NOT NULL,
	"previous" jsonb NOT NULL,
	"proposed" jsonb NOT NULL,
	"reason" text NOT NULL,
	"proposed_at" timestamp (3) with time zone NOT NULL,
	"proposed_by" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decision" text
);
--> statement-breakpoint
ALTER TABLE "repayment_events" ADD COLUMN "order_id" text;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "lowest_deduction_basis_points" integer;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "highest_deduction_basis_points" integer;--> statement-breakpoint
ALTER TABLE "term_proposals" ADD CONSTRAINT "term_proposals_loan_id_loans_id_fk" FOREIGN KEY ("loan_id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "term_proposals_loan" ON "term_proposals" USING btree ("loan_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "term_proposals_open" ON "term_proposals" USING btree ("loan_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "repayment_events_order" ON "repayment_events" USING btree ("merchant_id","order_id") WHERE order_id is not null;
--> statement-breakpoint
-- Existing data: the order of each deduction, and the range of each loan's product, whose tier its first percentage tells.
UPDATE "repayment_events" SET "order_id" = btrim("body"::json #>> '{sourceTransaction,id}') WHERE "type" = 'repayment.deducted' AND "body"::json #>> '{sourceTransaction,type}' = 'sale';--> statement-breakpoint
UPDATE "loans" SET
	"lowest_deduction_basis_points" = "p"."lowest_deduction_basis_points",
	"highest_deduction_basis_points" = "p"."highest_deduction_basis_points"
FROM "lender_products" "p"
WHERE "p"."lender_id" = "loans"."lender_id" AND "p"."tenor_days" = "loans"."tenor_days"
	AND "p"."risk_tier" = CASE coalesce(
		(SELECT ("c"."previous" ->> 'deductionBasisPoints')::int FROM "loan_changes" "c"
			WHERE "c"."loan_id" = "loans"."id" AND "c"."kind" = 'TERMS' ORDER BY "c"."id" LIMIT 1),
		"loans"."deduction_basis_points")
		WHEN 1000 THEN 'A' WHEN 1200 THEN 'B' WHEN 1500 THEN 'C' WHEN 2000 THEN 'D' WHEN 2500 THEN 'E' END;
--> statement-breakpoint
ALTER TABLE "scores" ADD COLUMN "carried" jsonb;--> statement-breakpoint
ALTER TABLE "submissions" ADD COLUMN "groups" text[];--> statement-breakpoint
CREATE INDEX "submissions_shared" ON "submissions" USING btree ("merchant_id","submitted_at","id","groups") WHERE status <> 'FAILED';--> statement-breakpoint
CREATE TABLE "agreements" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"template_version" text NOT NULL,
	"content" jsonb NOT NULL,
	"pdf" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"accepted_at" timestamp (3) with time zone NOT NULL,
	"accepted_by" text NOT NULL,
	"accepted_from" text,
	"token_id" text
);
--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_id_loans_id_fk" FOREIGN KEY ("id") REFERENCES "public"."loans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "agreements" ADD CONSTRAINT "agreements_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE TRIGGER "agreements_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "agreements" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
DROP INDEX "payouts_disbursement";--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "payout_held_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "declined_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "asked_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_disbursement" ON "payouts" USING btree ("loan_id") WHERE purpose = 'DISBURSEMENT' and status in ('HELD', 'PENDING', 'CONFIRMED');
--> statement-breakpoint
-- Existing payouts: the bank may have been asked to make each of them, so none is decided again.
UPDATE "payouts" SET "asked_at" = "created_at" WHERE "purpose" = 'DISBURSEMENT';
