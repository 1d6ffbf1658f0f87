CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
-- By e-mail address, too. What was there was made by hand.
DROP INDEX IF EXISTS "merchants_search";--> statement-breakpoint
DROP INDEX "sales_events_order";--> statement-breakpoint
CREATE INDEX "repayment_events_any_order" ON "repayment_events" USING btree ("marketplace_id","environment","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "sales_events_any_order" ON "sales_events" USING btree ("marketplace_id","environment","order_id");--> statement-breakpoint
CREATE INDEX "merchants_search" ON "merchants" USING gin ((marketplace_id || ':' || environment),(' ' || business_name || ' ' || coalesce(third_party_customer_id, '') || ' ' || coalesce(email, '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "sales_events_order" ON "sales_events" USING btree ("merchant_id","order_id");