-- What the service may not change, whatever goes wrong in it: its role has no right to (db/grant-rights.ts), and neither has its owner by
-- an oversight.
CREATE TRIGGER "audit_log_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
CREATE TRIGGER "events_never_changed" BEFORE UPDATE OR TRUNCATE ON "events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
-- A day less than they are kept for (lib/platform/messages/webhooks/purge-deliveries.ts): the clocks of two machines differ.
CREATE FUNCTION "refuse_early_end"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone WHERE occurred_at > now() - interval '29 days') THEN
    RAISE EXCEPTION 'events of the last 29 days are kept' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "events_kept" AFTER DELETE ON "events" REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION "refuse_early_end"();
