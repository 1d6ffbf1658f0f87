-- `merchants_search`, until now made by hand, is as it was: only `db/schema/` says so now.
CREATE INDEX IF NOT EXISTS "repayment_events_any_order" ON "repayment_events" USING btree ("marketplace_id","environment","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sales_events_merchant_order" ON "sales_events" USING btree ("merchant_id","order_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "sales_events_any_order" ON "sales_events" USING btree ("marketplace_id","environment","order_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "merchants_email" ON "merchants" USING btree ("marketplace_id","environment",lower(email)) WHERE email is not null;--> statement-breakpoint
-- Last, since from here until all is done nobody reads the table.
DROP INDEX "sales_events_order";
