CREATE TABLE "lender_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"bank_code" text NOT NULL,
	"account_number_encrypted" text NOT NULL,
	"account_digest" text NOT NULL,
	"last_four" text NOT NULL,
	"holder" text NOT NULL,
	"collects" boolean NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"retired_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "remittance_breaks" (
	"id" text PRIMARY KEY NOT NULL,
	"lender_id" text NOT NULL,
	"remitter_id" text,
	"type" text NOT NULL,
	"subject" text NOT NULL,
	"expected" bigint NOT NULL,
	"actual" bigint NOT NULL,
	"detected_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	"closed_by" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "remittance_changes" (
	"number" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "remittance_changes_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"repayment_event_id" text NOT NULL,
	"loan_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remittance_days" (
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"lender_id" text NOT NULL,
	"due_on" date NOT NULL,
	"amount" bigint NOT NULL,
	CONSTRAINT "remittance_days_lender_id_marketplace_id_environment_due_on_pk" PRIMARY KEY("lender_id","marketplace_id","environment","due_on")
);
--> statement-breakpoint
CREATE TABLE "remittance_items" (
	"repayment_event_id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"lender_id" text NOT NULL,
	"loan_id" text NOT NULL,
	"due_on" date NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remittance_receipts" (
	"id" text PRIMARY KEY NOT NULL,
	"remitter_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"received_on" date NOT NULL,
	"source" text NOT NULL,
	"bank_reference" text NOT NULL,
	"lender_id" text NOT NULL,
	"recorded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "remitters" (
	"id" text PRIMARY KEY NOT NULL,
	"marketplace_id" text NOT NULL,
	"environment" text NOT NULL,
	"lender_id" text NOT NULL,
	"reference" text NOT NULL,
	"watched_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "lender_accounts" ADD CONSTRAINT "lender_accounts_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_breaks" ADD CONSTRAINT "remittance_breaks_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_breaks" ADD CONSTRAINT "remittance_breaks_remitter_id_remitters_id_fk" FOREIGN KEY ("remitter_id") REFERENCES "public"."remitters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_receipts" ADD CONSTRAINT "remittance_receipts_remitter_id_remitters_id_fk" FOREIGN KEY ("remitter_id") REFERENCES "public"."remitters"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remittance_receipts" ADD CONSTRAINT "remittance_receipts_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "remitters" ADD CONSTRAINT "remitters_lender_id_lenders_id_fk" FOREIGN KEY ("lender_id") REFERENCES "public"."lenders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "lender_accounts_collecting" ON "lender_accounts" USING btree ("lender_id") WHERE state = 'ACTIVE' and collects;--> statement-breakpoint
CREATE UNIQUE INDEX "lender_accounts_number" ON "lender_accounts" USING btree ("account_digest") WHERE state <> 'PROPOSED';--> statement-breakpoint
CREATE INDEX "lender_accounts_lender" ON "lender_accounts" USING btree ("lender_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "remittance_breaks_subject" ON "remittance_breaks" USING btree ("lender_id",coalesce(remitter_id, ''),"subject");--> statement-breakpoint
CREATE INDEX "remittance_breaks_open" ON "remittance_breaks" USING btree ("lender_id","id") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "remittance_changes_loan" ON "remittance_changes" USING btree ("loan_id");--> statement-breakpoint
CREATE INDEX "remittance_items_loan" ON "remittance_items" USING btree ("loan_id","due_on");--> statement-breakpoint
CREATE UNIQUE INDEX "remittance_receipts_once" ON "remittance_receipts" USING btree ("lender_id","bank_reference");--> statement-breakpoint
CREATE INDEX "remittance_receipts_remitter" ON "remittance_receipts" USING btree ("remitter_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "remitters_reference" ON "remitters" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "remitters_pair" ON "remitters" USING btree ("marketplace_id","environment","lender_id");--> statement-breakpoint
CREATE INDEX "remitters_lender" ON "remitters" USING btree ("lender_id");--> statement-breakpoint
CREATE FUNCTION "lagos_day"("at" timestamptz) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (at AT TIME ZONE 'UTC' + interval '1 hour')::date
$$;--> statement-breakpoint
-- Names what has to be counted anew; lib/lending/remittances/fold-items.ts counts it.
CREATE FUNCTION "note_remittance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id)
  SELECT id, loan_id FROM added WHERE effect IN ('APPLIED', 'LIABILITY');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_remittance_again"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id) VALUES (NEW.id, NEW.loan_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "note_remittances_of"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id)
  SELECT id, loan_id FROM repayment_events WHERE settlement_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "repayment_events_remitted" AFTER INSERT ON "repayment_events" REFERENCING NEW TABLE AS "added"
  FOR EACH STATEMENT EXECUTE FUNCTION "note_remittance"();--> statement-breakpoint
CREATE TRIGGER "repayment_events_remitted_again" AFTER UPDATE OF "effect", "settlement_id" ON "repayment_events" FOR EACH ROW
  WHEN (OLD.effect IS DISTINCT FROM NEW.effect OR OLD.settlement_id IS DISTINCT FROM NEW.settlement_id)
  EXECUTE FUNCTION "note_remittance_again"();--> statement-breakpoint
CREATE TRIGGER "settlements_remitted" AFTER UPDATE OF "transferred_at" ON "settlements" FOR EACH ROW
  WHEN (OLD.transferred_at IS DISTINCT FROM NEW.transferred_at)
  EXECUTE FUNCTION "note_remittances_of"();--> statement-breakpoint
CREATE TRIGGER "remittance_receipts_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "remittance_receipts" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change"();--> statement-breakpoint
INSERT INTO "remittance_changes" ("repayment_event_id", "loan_id")
  SELECT id, loan_id FROM repayment_events WHERE effect IN ('APPLIED', 'LIABILITY');--> statement-breakpoint
INSERT INTO "chores" ("id", "due_at") VALUES ('watch-remittances', now());
