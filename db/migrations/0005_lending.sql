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