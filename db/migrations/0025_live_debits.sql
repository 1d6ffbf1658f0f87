DROP INDEX "journals_payment";--> statement-breakpoint
ALTER TABLE "mandates" ADD COLUMN "agreed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "silent_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reversed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "journals_debit_reversed" ON "journals" USING btree ("payment_id") WHERE type = 'DEBIT_REVERSED';--> statement-breakpoint
CREATE INDEX "mandates_begun" ON "mandates" USING btree ("begun_reference") WHERE begun_reference is not null;--> statement-breakpoint
CREATE INDEX "mandates_given" ON "mandates" USING btree ("provider_reference") WHERE rail_id is not null and provider_reference is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "journals_payment" ON "journals" USING btree ("payment_id") WHERE type <> 'DEBIT_REVERSED';