CREATE TABLE "go_live_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"status" text NOT NULL,
	"note" text,
	"requested_by" text NOT NULL,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "request_gaps" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"left_out" integer NOT NULL,
	CONSTRAINT "request_gaps_marketplace_id_environment_at_pk" PRIMARY KEY("marketplace_id","environment","at")
);
--> statement-breakpoint
CREATE TABLE "request_log" (
	"id" text NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"request_id" text NOT NULL,
	"operation" text NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"status_class" smallint GENERATED ALWAYS AS (status / 100) STORED NOT NULL,
	"code" text,
	"credential" text NOT NULL,
	"duration_ms" real NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "request_log_marketplace_id_environment_id_pk" PRIMARY KEY("marketplace_id","environment","id")
);
--> statement-breakpoint
CREATE TABLE "reached_stages" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"merchant_id" text NOT NULL,
	"stage" text NOT NULL,
	CONSTRAINT "reached_stages_merchant_id_stage_pk" PRIMARY KEY("merchant_id","stage")
);
--> statement-breakpoint
CREATE TABLE "tallies" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"day" date NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "tallies_marketplace_id_environment_name_day_pk" PRIMARY KEY("marketplace_id","environment","name","day")
);
--> statement-breakpoint
CREATE TABLE "tally_changes" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tally_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"name" text NOT NULL,
	"day" date NOT NULL,
	"count" bigint NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "invitations_email" UNIQUE("marketplace_id","email")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_digest_pk" PRIMARY KEY("user_id","digest")
);
--> statement-breakpoint
CREATE TABLE "second_factors" (
	"user_id" text PRIMARY KEY NOT NULL,
	"secret_encrypted" text,
	"pending_secret_encrypted" text,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"since" timestamp (3) with time zone,
	CONSTRAINT "second_factors_since" CHECK ((secret_encrypted is null) = (since is null))
);
--> statement-breakpoint
DROP INDEX "secret_keys_marketplace";--> statement-breakpoint
ALTER TABLE "funding_requests" ADD COLUMN "decided_by" jsonb;--> statement-breakpoint
ALTER TABLE "loans" ADD COLUMN "aging_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_secrets" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "api_secrets" ADD COLUMN "previous_last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "secret_keys" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "previous_secret_digest" text;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "previous_secret_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "rotated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "oauth_clients" ADD COLUMN "previous_last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "kind" text DEFAULT 'merchant' NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_ups" ADD COLUMN "marketplace_name" text;--> statement-breakpoint
ALTER TABLE "delivery_attempts" ADD COLUMN "request_headers" jsonb;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "rotated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD COLUMN "answered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "go_live_requests" ADD CONSTRAINT "go_live_requests_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reached_stages" ADD CONSTRAINT "reached_stages_marketplace_id_environment_merchant_id_merchants_marketplace_id_environment_id_fk" FOREIGN KEY ("marketplace_id","environment","merchant_id") REFERENCES "public"."merchants"("marketplace_id","environment","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_marketplace_id_marketplaces_id_fk" FOREIGN KEY ("marketplace_id") REFERENCES "public"."marketplaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "second_factors" ADD CONSTRAINT "second_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "go_live_requests_open" ON "go_live_requests" USING btree ("marketplace_id") WHERE status = 'REQUESTED';--> statement-breakpoint
CREATE INDEX "go_live_requests_tenant" ON "go_live_requests" USING btree ("marketplace_id","environment","id");--> statement-breakpoint
CREATE INDEX "request_gaps_age" ON "request_gaps" USING btree ("at");--> statement-breakpoint
CREATE INDEX "request_log_class" ON "request_log" USING btree ("marketplace_id","environment","status_class","id");--> statement-breakpoint
CREATE INDEX "request_log_operation" ON "request_log" USING btree ("marketplace_id","environment","operation","status_class","id");--> statement-breakpoint
CREATE INDEX "request_log_request" ON "request_log" USING btree ("marketplace_id","environment","request_id");--> statement-breakpoint
CREATE INDEX "request_log_age" ON "request_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "tally_changes_tenant" ON "tally_changes" USING btree ("marketplace_id","environment","name","day");--> statement-breakpoint
CREATE INDEX "invitations_age" ON "invitations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "invitations_inviter" ON "invitations" USING btree ("invited_by");--> statement-breakpoint
CREATE INDEX "funding_requests_newest" ON "funding_requests" USING btree ("marketplace_id","environment","created_at","id");--> statement-breakpoint
CREATE INDEX "funding_requests_status" ON "funding_requests" USING btree ("marketplace_id","environment","status","created_at","id");--> statement-breakpoint
CREATE INDEX "funding_requests_reason" ON "funding_requests" USING btree ("marketplace_id","environment","failure_reason","created_at","id") WHERE failure_reason is not null;--> statement-breakpoint
CREATE INDEX "kyc_records_shown" ON "kyc_records" USING btree ("marketplace_id","environment",(case when status = 'IN_REVIEW' then 'SUBMITTED' else status end),"merchant_id");--> statement-breakpoint
CREATE INDEX "loans_shown" ON "loans" USING btree ("marketplace_id","environment",(case when status in ('ACCEPTED', 'PAYOUT_HELD', 'DISBURSING') then 'APPROVED' else status end),"merchant_id");--> statement-breakpoint
CREATE INDEX "loans_newest" ON "loans" USING btree ("marketplace_id","environment","id");--> statement-breakpoint
CREATE INDEX "loans_status" ON "loans" USING btree ("marketplace_id","environment","status","id");--> statement-breakpoint
CREATE INDEX "loans_aging" ON "loans" USING btree ("marketplace_id","environment","aging_since","id") WHERE aging_since is not null;--> statement-breakpoint
CREATE INDEX "loans_paused" ON "loans" USING btree ("marketplace_id","environment","id") WHERE paused_at is not null;--> statement-breakpoint
CREATE INDEX "secret_keys_tenant" ON "secret_keys" USING btree ("marketplace_id","environment","id");--> statement-breakpoint
CREATE INDEX "connections_status" ON "connections" USING btree ("marketplace_id","environment","status","merchant_id");--> statement-breakpoint
CREATE INDEX "scores_tier" ON "scores" USING btree ("marketplace_id","environment","risk_tier","merchant_id");--> statement-breakpoint
CREATE INDEX "breaks_status" ON "breaks" USING btree ("marketplace_id","environment","status","id");--> statement-breakpoint
CREATE INDEX "breaks_type" ON "breaks" USING btree ("marketplace_id","environment","type","status","id");--> statement-breakpoint
CREATE INDEX "breaks_merchant" ON "breaks" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "settlements_merchant_newest" ON "settlements" USING btree ("merchant_id","id");--> statement-breakpoint
CREATE INDEX "settlements_newest" ON "settlements" USING btree ("marketplace_id","environment","id");--> statement-breakpoint
CREATE INDEX "settlements_status" ON "settlements" USING btree ("marketplace_id","environment","match_status","id");--> statement-breakpoint
CREATE INDEX "account_mails_asked" ON "account_mails" USING btree ("asked_from","created_at") WHERE asked_from is not null;--> statement-breakpoint
CREATE INDEX "users_marketplace" ON "users" USING btree ("marketplace_id") WHERE marketplace_id is not null;--> statement-breakpoint
CREATE INDEX "deliveries_unsent" ON "deliveries" USING btree ("marketplace_id","environment","status","created_at","event_id") WHERE status in ('FAILED', 'NOT_SENT');--> statement-breakpoint
CREATE INDEX "events_type" ON "events" USING btree ("marketplace_id","environment","type","id");--> statement-breakpoint
CREATE INDEX "events_occurred" ON "events" USING btree ("marketplace_id","environment","occurred_at","id");--> statement-breakpoint
-- What a row counts for, by day. What these functions answer for all rows is what the tallies hold.
CREATE FUNCTION "utc_day"("at" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'UTC')::date
$$;--> statement-breakpoint
CREATE FUNCTION "tallies_of"("l" "loans") RETURNS TABLE ("name" text, "day" date, "count" bigint, "amount" bigint)
LANGUAGE sql IMMUTABLE AS $$
  SELECT 'loan.' || l.status, utc_day(l.approved_at), 1::bigint, l.principal
  UNION ALL SELECT 'funded', utc_day(l.disbursed_at), 1, l.principal
  UNION ALL SELECT 'running', utc_day(l.disbursed_at), 1, l.principal
  UNION ALL SELECT 'running', utc_day(greatest(l.disbursed_at, least(l.completed_at, l.written_off_at))), -1, -l.principal
    WHERE l.disbursed_at IS NOT NULL AND (l.completed_at IS NOT NULL OR l.written_off_at IS NOT NULL)
$$;--> statement-breakpoint
CREATE FUNCTION "tallies_of"("r" "funding_requests") RETURNS TABLE ("name" text, "day" date, "count" bigint, "amount" bigint)
LANGUAGE sql IMMUTABLE AS $$
  SELECT 'request.' || r.status, utc_day(r.created_at), 1::bigint, r.amount_requested
  UNION ALL SELECT 'refusal.' || r.failure_reason, utc_day(r.created_at), 1, r.amount_requested
    WHERE r.failure_reason IS NOT NULL
$$;--> statement-breakpoint
CREATE FUNCTION "tallies_of"("c" "collection_days") RETURNS TABLE ("name" text, "day" date, "count" bigint, "amount" bigint)
LANGUAGE sql IMMUTABLE AS $$
  SELECT part.name, c.day, 0::bigint, part.amount
  FROM (VALUES ('agreed', c.agreed), ('taken', c.taken), ('missing', c.missing), ('excess', c.excess)) part(name, amount)
$$;--> statement-breakpoint
CREATE FUNCTION "record_loan_tallies"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was "loans" := OLD;
  as_is "loans" := NEW;
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT coalesce(as_is.marketplace_id, was.marketplace_id), coalesce(as_is.environment, was.environment),
    t.name, t.day, sum(t.count), sum(t.amount)
  FROM (SELECT * FROM tallies_of(as_is)
    UNION ALL SELECT b.name, b.day, -b.count, -b.amount FROM tallies_of(was) b) t
  WHERE t.day IS NOT NULL GROUP BY t.name, t.day HAVING sum(t.count) <> 0 OR sum(t.amount) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "record_request_tallies"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was "funding_requests" := OLD;
  as_is "funding_requests" := NEW;
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT coalesce(as_is.marketplace_id, was.marketplace_id), coalesce(as_is.environment, was.environment),
    t.name, t.day, sum(t.count), sum(t.amount)
  FROM (SELECT * FROM tallies_of(as_is)
    UNION ALL SELECT b.name, b.day, -b.count, -b.amount FROM tallies_of(was) b) t
  WHERE t.day IS NOT NULL GROUP BY t.name, t.day HAVING sum(t.count) <> 0 OR sum(t.amount) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "record_collection_tallies"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was "collection_days" := OLD;
  as_is "collection_days" := NEW;
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT coalesce(as_is.marketplace_id, was.marketplace_id), coalesce(as_is.environment, was.environment),
    t.name, t.day, sum(t.count), sum(t.amount)
  FROM (SELECT * FROM tallies_of(as_is)
    UNION ALL SELECT b.name, b.day, -b.count, -b.amount FROM tallies_of(was) b) t
  WHERE t.day IS NOT NULL GROUP BY t.name, t.day HAVING sum(t.count) <> 0 OR sum(t.amount) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
-- Merchants come by the thousand: one change for all that a statement adds.
CREATE FUNCTION "record_new_merchants"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT a.marketplace_id, a.environment, 'stage.CREATED', utc_day(a.created_at), count(*), 0
  FROM added a GROUP BY 1, 2, 4;
  RETURN NULL;
END $$;--> statement-breakpoint
-- A connection and a KYC record begin with their merchant, so that their own day is the merchant's.
CREATE FUNCTION "record_new_connections"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT a.marketplace_id, a.environment, 'stage.CONNECTED', utc_day(a.created_at), count(*), 0
  FROM added a WHERE a.activated_at IS NOT NULL GROUP BY 1, 2, 4;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "record_connected"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  VALUES (NEW.marketplace_id, NEW.environment, 'stage.CONNECTED', utc_day(NEW.created_at),
    CASE WHEN NEW.activated_at IS NULL THEN -1 ELSE 1 END, 0);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "record_kyc_stages"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT NEW.marketplace_id, NEW.environment, reached.name, utc_day(NEW.created_at), reached.now - reached.before, 0
  FROM (VALUES
    ('stage.SUBMITTED', (NEW.submitted_at IS NOT NULL)::int, coalesce(OLD.submitted_at IS NOT NULL, false)::int),
    ('stage.VERIFIED', (NEW.status = 'APPROVED')::int, coalesce(OLD.status = 'APPROVED', false)::int)
  ) reached(name, now, before)
  WHERE reached.now <> reached.before;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "record_stage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH reached AS (
    INSERT INTO reached_stages (marketplace_id, environment, merchant_id, stage)
    VALUES (NEW.marketplace_id, NEW.environment, NEW.merchant_id, TG_ARGV[0])
    ON CONFLICT DO NOTHING RETURNING merchant_id, stage
  )
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT m.marketplace_id, m.environment, 'stage.' || reached.stage, utc_day(m.created_at), 1, 0
  FROM reached JOIN merchants m ON m.id = reached.merchant_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "loans_tallied" AFTER INSERT OR DELETE ON "loans"
  FOR EACH ROW EXECUTE FUNCTION "record_loan_tallies"();--> statement-breakpoint
-- A repayment sets none of these columns, and so costs nothing here.
CREATE TRIGGER "loans_tallied_again"
  AFTER UPDATE OF "status", "disbursed_at", "completed_at", "written_off_at", "approved_at", "principal" ON "loans" FOR EACH ROW
  WHEN ((OLD.status, OLD.disbursed_at, OLD.completed_at, OLD.written_off_at, OLD.approved_at, OLD.principal)
    IS DISTINCT FROM (NEW.status, NEW.disbursed_at, NEW.completed_at, NEW.written_off_at, NEW.approved_at, NEW.principal))
  EXECUTE FUNCTION "record_loan_tallies"();--> statement-breakpoint
CREATE TRIGGER "funding_requests_tallied" AFTER INSERT OR DELETE ON "funding_requests"
  FOR EACH ROW EXECUTE FUNCTION "record_request_tallies"();--> statement-breakpoint
CREATE TRIGGER "funding_requests_tallied_again" AFTER UPDATE ON "funding_requests" FOR EACH ROW
  WHEN ((OLD.status, OLD.failure_reason, OLD.created_at, OLD.amount_requested)
    IS DISTINCT FROM (NEW.status, NEW.failure_reason, NEW.created_at, NEW.amount_requested))
  EXECUTE FUNCTION "record_request_tallies"();--> statement-breakpoint
-- A day is first only marked, by what is reported; its sums come when it is computed.
CREATE TRIGGER "collection_days_tallied" AFTER INSERT ON "collection_days" FOR EACH ROW
  WHEN (NEW.agreed <> 0 OR NEW.taken <> 0 OR NEW.missing <> 0 OR NEW.excess <> 0)
  EXECUTE FUNCTION "record_collection_tallies"();--> statement-breakpoint
CREATE TRIGGER "collection_days_tallied_again"
  AFTER UPDATE OF "day", "agreed", "taken", "missing", "excess" ON "collection_days" FOR EACH ROW
  WHEN ((OLD.day, OLD.agreed, OLD.taken, OLD.missing, OLD.excess)
    IS DISTINCT FROM (NEW.day, NEW.agreed, NEW.taken, NEW.missing, NEW.excess))
  EXECUTE FUNCTION "record_collection_tallies"();--> statement-breakpoint
CREATE TRIGGER "collection_days_untallied" AFTER DELETE ON "collection_days" FOR EACH ROW
  WHEN (OLD.agreed <> 0 OR OLD.taken <> 0 OR OLD.missing <> 0 OR OLD.excess <> 0)
  EXECUTE FUNCTION "record_collection_tallies"();--> statement-breakpoint
CREATE TRIGGER "merchants_tallied" AFTER INSERT ON "merchants" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_new_merchants"();--> statement-breakpoint
CREATE TRIGGER "connections_tallied" AFTER INSERT ON "connections" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "record_new_connections"();--> statement-breakpoint
CREATE TRIGGER "connections_tallied_again" AFTER UPDATE ON "connections" FOR EACH ROW
  WHEN ((OLD.activated_at IS NULL) <> (NEW.activated_at IS NULL))
  EXECUTE FUNCTION "record_connected"();--> statement-breakpoint
CREATE TRIGGER "kyc_records_tallied" AFTER INSERT ON "kyc_records" FOR EACH ROW
  WHEN (NEW.submitted_at IS NOT NULL OR NEW.status = 'APPROVED')
  EXECUTE FUNCTION "record_kyc_stages"();--> statement-breakpoint
CREATE TRIGGER "kyc_records_tallied_again" AFTER UPDATE ON "kyc_records" FOR EACH ROW
  WHEN ((OLD.submitted_at IS NULL) <> (NEW.submitted_at IS NULL) OR (OLD.status = 'APPROVED') <> (NEW.status = 'APPROVED'))
  EXECUTE FUNCTION "record_kyc_stages"();--> statement-breakpoint
-- At the end of the transaction: two of one merchant wait for each other there, and nowhere else.
CREATE CONSTRAINT TRIGGER "funding_requests_stage" AFTER INSERT ON "funding_requests"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "record_stage"('REQUESTED');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "loans_stage_offered" AFTER INSERT ON "loans"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION "record_stage"('OFFERED');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "loans_stage_born_funded" AFTER INSERT ON "loans"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.disbursed_at IS NOT NULL)
  EXECUTE FUNCTION "record_stage"('FUNDED');--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "loans_stage_funded" AFTER UPDATE OF "disbursed_at" ON "loans"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (OLD.disbursed_at IS NULL AND NEW.disbursed_at IS NOT NULL)
  EXECUTE FUNCTION "record_stage"('FUNDED');--> statement-breakpoint
-- What there is already.
INSERT INTO "reached_stages" ("marketplace_id", "environment", "merchant_id", "stage")
SELECT marketplace_id, environment, merchant_id, 'REQUESTED' FROM funding_requests
UNION SELECT marketplace_id, environment, merchant_id, 'OFFERED' FROM loans
UNION SELECT marketplace_id, environment, merchant_id, 'FUNDED' FROM loans WHERE disbursed_at IS NOT NULL;--> statement-breakpoint
INSERT INTO "tallies" ("marketplace_id", "environment", "name", "day", "count", "amount")
SELECT marketplace_id, environment, name, day, sum(count), sum(amount) FROM (
  SELECT o.marketplace_id, o.environment, t.* FROM loans o CROSS JOIN LATERAL tallies_of(o) t
  UNION ALL SELECT o.marketplace_id, o.environment, t.* FROM funding_requests o CROSS JOIN LATERAL tallies_of(o) t
  UNION ALL SELECT o.marketplace_id, o.environment, t.* FROM collection_days o CROSS JOIN LATERAL tallies_of(o) t
  UNION ALL SELECT marketplace_id, environment, 'stage.CREATED', utc_day(created_at), 1, 0 FROM merchants
  UNION ALL SELECT marketplace_id, environment, 'stage.CONNECTED', utc_day(created_at), 1, 0 FROM connections
    WHERE activated_at IS NOT NULL
  UNION ALL SELECT marketplace_id, environment, 'stage.SUBMITTED', utc_day(created_at), 1, 0 FROM kyc_records
    WHERE submitted_at IS NOT NULL
  UNION ALL SELECT marketplace_id, environment, 'stage.VERIFIED', utc_day(created_at), 1, 0 FROM kyc_records
    WHERE status = 'APPROVED'
  UNION ALL SELECT m.marketplace_id, m.environment, 'stage.' || s.stage, utc_day(m.created_at), 1, 0
    FROM reached_stages s JOIN merchants m ON m.id = s.merchant_id
) every(marketplace_id, environment, name, day, count, amount)
WHERE day IS NOT NULL GROUP BY 1, 2, 3, 4 HAVING sum(count) <> 0 OR sum(amount) <> 0;--> statement-breakpoint
INSERT INTO "chores" ("id", "due_at") VALUES ('fold-tallies', now());
--> statement-breakpoint
-- Servicing a running loan computes since when it ages.
UPDATE "loans" SET "due_at" = least("due_at", now()) WHERE "status" IN ('ACTIVE', 'DEFAULTED');
--> statement-breakpoint
-- Merchants by parts of what they are called (lib/dashboard/merchant-conditions.ts). The tenant is part of the index, so that
-- nobody's search reads another's names, and one expression, so that no other index can answer.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;--> statement-breakpoint
CREATE INDEX "merchants_search" ON "merchants" USING gin ((marketplace_id || ':' || environment), (' ' || business_name || ' ' || coalesce(third_party_customer_id, '')) gin_trgm_ops);
