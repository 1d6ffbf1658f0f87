-- no transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "loans_lent" ON "loans" USING btree ("lender_id") WHERE status in ('APPROVED', 'ACCEPTED', 'PAYOUT_HELD', 'DISBURSING', 'ACTIVE', 'DEFAULTED', 'WRITTEN_OFF');
