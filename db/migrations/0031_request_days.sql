CREATE TABLE "logged_requests" (
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
	CONSTRAINT "logged_requests_marketplace_id_environment_id_pk" PRIMARY KEY("marketplace_id","environment","id")
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE INDEX "logged_requests_class" ON "logged_requests" USING btree ("marketplace_id","environment","status_class","id");--> statement-breakpoint
CREATE INDEX "logged_requests_operation" ON "logged_requests" USING btree ("marketplace_id","environment","operation","status_class","id");--> statement-breakpoint
CREATE INDEX "logged_requests_request" ON "logged_requests" USING btree ("marketplace_id","environment","request_id");--> statement-breakpoint
-- From here on by hand: drizzle knows no partitions. They stand in a schema of their own, which only their owner may use: who serves reaches
-- their rows by the table that they are of, with the rights on that (docs/decisions/047-old-rows.md).
CREATE SCHEMA "partitions";--> statement-breakpoint
-- What comes on a day that has no partition.
CREATE TABLE "partitions"."logged_requests_rest" PARTITION OF "logged_requests" DEFAULT;--> statement-breakpoint
-- Before every identifier made at a moment or later, as in lib/kernel/ids.ts.
CREATE FUNCTION "id_at"("prefix" text, "moment" timestamp with time zone) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT prefix || '_' || string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz', ((ms >> (5 * place)) & 31)::int + 1, 1), '' ORDER BY place DESC)
  FROM (SELECT (extract(epoch FROM moment) * 1000)::bigint AS ms) at, generate_series(0, 9) place
$$;--> statement-breakpoint
-- A table is made by itself and then attached, which lets everybody write meanwhile: on other days. A row that was on its way to where those
-- of its day have gone until then would be refused, so a day has its table an hour before it begins, or has none.
CREATE FUNCTION "make_request_days"("first" date, "last" date) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  made integer := 0;
  midnight timestamp with time zone;
  name text;
  lower text;
  upper text;
  used boolean;
BEGIN
  -- As many as a month ahead: nobody needs more.
  FOR midnight IN SELECT generate_series(first::timestamp AT TIME ZONE 'UTC', least(last::timestamp AT TIME ZONE 'UTC', now() + interval '31 days'), '24 hours') LOOP
    name := 'logged_requests_' || to_char(midnight AT TIME ZONE 'UTC', 'YYYYMMDD');
    CONTINUE WHEN to_regclass('partitions.' || name) IS NOT NULL;
    CONTINUE WHEN midnight BETWEEN now() - interval '25 hours' AND now() + interval '1 hour';
    -- As attaching it will, and whoever makes the same day beside us.
    LOCK TABLE partitions.logged_requests_rest IN ACCESS EXCLUSIVE MODE;
    CONTINUE WHEN to_regclass('partitions.' || name) IS NOT NULL;
    lower := public.id_at('rql', midnight);
    upper := public.id_at('rql', midnight + interval '24 hours');
    SELECT EXISTS (SELECT FROM partitions.logged_requests_rest r WHERE r.id >= lower AND r.id < upper) INTO used;
    CONTINUE WHEN used;
    EXECUTE format('CREATE TABLE partitions.%I (LIKE public.logged_requests INCLUDING ALL)', name);
    EXECUTE format('ALTER TABLE public.logged_requests ATTACH PARTITION partitions.%I FOR VALUES FROM (%L) TO (%L)', name, lower, upper);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;--> statement-breakpoint
-- Whatever it is asked for, the last 13 days stay: a day less than they are kept for, as the clocks of two machines differ.
CREATE FUNCTION "drop_request_days"("before" date) RETURNS integer LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '500ms' AS $$
DECLARE
  dropped integer := 0;
  name text;
BEGIN
  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'public.logged_requests'::regclass AND c.relname ~ '^logged_requests_[0-9]{8}$'
      AND right(c.relname, 8) < to_char(least(before, (now() AT TIME ZONE 'UTC')::date - 13), 'YYYYMMDD')
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE partitions.%I', name);
    dropped := dropped + 1;
  END LOOP;
  RETURN dropped;
END $$;--> statement-breakpoint
-- The service's role alone may have it done (db/grant-rights.ts).
REVOKE ALL ON FUNCTION "make_request_days"(date, date), "drop_request_days"(date) FROM PUBLIC;--> statement-breakpoint
-- How marketplaces' deliveries stand differs from one to the next: without it a list of one that has hardly any of a status reads everybody's.
CREATE STATISTICS "deliveries_standing" (mcv) ON "marketplace_id", "environment", "status" FROM "deliveries";
