CREATE TABLE "sale_decisions" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"break_id" text NOT NULL,
	"sale" text NOT NULL,
	"telling" text NOT NULL,
	"applied" boolean NOT NULL,
	"decided_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "sales_events_order";--> statement-breakpoint
ALTER TABLE "collection_days" ADD COLUMN "changed" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_events" ADD COLUMN "refund_of" text;--> statement-breakpoint
ALTER TABLE "loan_watches" ADD COLUMN "windows" jsonb;--> statement-breakpoint
ALTER TABLE "sale_decisions" ADD CONSTRAINT "sale_decisions_break_id_breaks_id_fk" FOREIGN KEY ("break_id") REFERENCES "public"."breaks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sale_decisions" ADD CONSTRAINT "sale_decisions_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sale_decisions_merchant" ON "sale_decisions" USING btree ("merchant_id");--> statement-breakpoint
CREATE INDEX "sales_events_refund_of" ON "sales_events" USING btree ("merchant_id","refund_of") WHERE refund_of is not null;--> statement-breakpoint
CREATE INDEX "sales_events_order" ON "sales_events" USING btree ("order_id","merchant_id");--> statement-breakpoint
-- What was computed before knew of no changes that wait.
UPDATE "collection_days" SET "own" = "own" || '{"changed": 0}' WHERE "own" IS NOT NULL;
