-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_delivered" ON "deliveries" USING btree ("marketplace_id","environment","event_id") WHERE status = 'DELIVERED';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "deliveries_undelivered" ON "deliveries" USING btree ("marketplace_id","environment","status","event_id") WHERE status <> 'DELIVERED';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_finished";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "deliveries_status";
