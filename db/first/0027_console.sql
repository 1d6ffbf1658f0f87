CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
CREATE FUNCTION public.lagos_day(at timestamp with time zone) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT (at AT TIME ZONE 'UTC' + interval '1 hour')::date
$$;
CREATE FUNCTION public.note_remittance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id)
  SELECT id, loan_id FROM added WHERE effect IN ('APPLIED', 'LIABILITY');
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_remittance_again() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id) VALUES (NEW.id, NEW.loan_id);
  RETURN NULL;
END $$;
CREATE FUNCTION public.note_remittances_of() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO remittance_changes (repayment_event_id, loan_id)
  SELECT id, loan_id FROM repayment_events WHERE settlement_id = NEW.id;
  RETURN NULL;
END $$;
CREATE FUNCTION public.record_collection_tallies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;
CREATE FUNCTION public.record_connected() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  VALUES (NEW.marketplace_id, NEW.environment, 'stage.CONNECTED', utc_day(NEW.created_at),
    CASE WHEN NEW.activated_at IS NULL THEN -1 ELSE 1 END, 0);
  RETURN NULL;
END $$;
CREATE FUNCTION public.record_kyc_stages() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT NEW.marketplace_id, NEW.environment, reached.name, utc_day(NEW.created_at), reached.now - reached.before, 0
  FROM (VALUES
    ('stage.SUBMITTED', (NEW.submitted_at IS NOT NULL)::int, coalesce(OLD.submitted_at IS NOT NULL, false)::int),
    ('stage.VERIFIED', (NEW.status = 'APPROVED')::int, coalesce(OLD.status = 'APPROVED', false)::int)
  ) reached(name, now, before)
  WHERE reached.now <> reached.before;
  RETURN NULL;
END $$;
CREATE FUNCTION public.record_loan_tallies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;
CREATE FUNCTION public.record_new_connections() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT a.marketplace_id, a.environment, 'stage.CONNECTED', utc_day(a.created_at), count(*), 0
  FROM added a WHERE a.activated_at IS NOT NULL GROUP BY 1, 2, 4;
  RETURN NULL;
END $$;
CREATE FUNCTION public.record_new_merchants() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  INSERT INTO tally_changes (marketplace_id, environment, name, day, count, amount)
  SELECT a.marketplace_id, a.environment, 'stage.CREATED', utc_day(a.created_at), count(*), 0
  FROM added a GROUP BY 1, 2, 4;
  RETURN NULL;
END $$;
CREATE FUNCTION public.record_request_tallies() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;
CREATE FUNCTION public.record_stage() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
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
END $$;
CREATE FUNCTION public.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE FUNCTION public.require_balance() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM "added" GROUP BY "journal_id" HAVING sum("amount") <> 0) THEN
    RAISE EXCEPTION 'a journal must balance' USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (
    SELECT FROM (SELECT "journal_id", count(*) AS "count" FROM "added" GROUP BY "journal_id") "a"
    WHERE "a"."count" <> (SELECT count(*) FROM "ledger_entries" "e" WHERE "e"."journal_id" = "a"."journal_id")
  ) THEN
    RAISE EXCEPTION 'a journal takes its entries together' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION public.require_entries() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF EXISTS (SELECT FROM "added" "j" WHERE NOT EXISTS (SELECT FROM "ledger_entries" "e" WHERE "e"."journal_id" = "j"."id")) THEN
    RAISE EXCEPTION 'a journal must have entries' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TABLE public.collection_days (
    loan_id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    day date NOT NULL,
    agreed bigint DEFAULT 0 NOT NULL,
    taken bigint DEFAULT 0 NOT NULL,
    missing bigint DEFAULT 0 NOT NULL,
    excess bigint DEFAULT 0 NOT NULL,
    judged_at timestamp(3) with time zone,
    own jsonb,
    stale boolean DEFAULT false NOT NULL,
    under_way boolean DEFAULT false NOT NULL,
    changed bigint DEFAULT 0 NOT NULL
);
CREATE FUNCTION public.tallies_of(c public.collection_days) RETURNS TABLE(name text, day date, count bigint, amount bigint)
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT part.name, c.day, 0::bigint, part.amount
  FROM (VALUES ('agreed', c.agreed), ('taken', c.taken), ('missing', c.missing), ('excess', c.excess)) part(name, amount)
$$;
CREATE TABLE public.funding_requests (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    amount_requested bigint NOT NULL,
    tenor_days integer NOT NULL,
    purpose text NOT NULL,
    financing_timeframe_days integer NOT NULL,
    status text NOT NULL,
    failure_reason text,
    created_at timestamp(3) with time zone NOT NULL,
    decided_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    decided_by jsonb
);
CREATE FUNCTION public.tallies_of(r public.funding_requests) RETURNS TABLE(name text, day date, count bigint, amount bigint)
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT 'request.' || r.status, utc_day(r.created_at), 1::bigint, r.amount_requested
  UNION ALL SELECT 'refusal.' || r.failure_reason, utc_day(r.created_at), 1, r.amount_requested
    WHERE r.failure_reason IS NOT NULL
$$;
CREATE TABLE public.loans (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    reference text NOT NULL,
    funding_request_id text NOT NULL,
    lender_id text NOT NULL,
    status text NOT NULL,
    principal bigint NOT NULL,
    interest bigint NOT NULL,
    tenor_days integer NOT NULL,
    deduction_basis_points integer NOT NULL,
    minimum_deduction bigint NOT NULL,
    start_date date NOT NULL,
    due_date date NOT NULL,
    approved_at timestamp(3) with time zone NOT NULL,
    offer_expires_at timestamp(3) with time zone NOT NULL,
    default_after_days integer DEFAULT 90 NOT NULL,
    accepted_at timestamp(3) with time zone,
    payout_account_id text,
    disbursed_at timestamp(3) with time zone,
    completed_at timestamp(3) with time zone,
    defaulted_at timestamp(3) with time zone,
    default_reason text,
    written_off_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    cancel_reason text,
    paused_at timestamp(3) with time zone,
    received bigint DEFAULT 0 NOT NULL,
    held bigint DEFAULT 0 NOT NULL,
    received_at_write_off bigint,
    held_reversals integer DEFAULT 0 NOT NULL,
    balance_disputed boolean DEFAULT false NOT NULL,
    refund_due_at timestamp(3) with time zone,
    journal_number integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    interest_parts_per_million integer NOT NULL,
    assumed_monthly_sales bigint,
    expected_days integer,
    annual_percentage_basis_points integer,
    scheduled_annual_percentage_basis_points integer,
    lowest_deduction_basis_points integer,
    highest_deduction_basis_points integer,
    payout_held_until timestamp(3) with time zone,
    cooled_off_at timestamp(3) with time zone,
    aging_since timestamp(3) with time zone,
    recovers_from_sales boolean DEFAULT true NOT NULL,
    risk_tier text,
    returned_at timestamp(3) with time zone,
    paid_again_at timestamp(3) with time zone
);
CREATE FUNCTION public.tallies_of(l public.loans) RETURNS TABLE(name text, day date, count bigint, amount bigint)
    LANGUAGE sql IMMUTABLE
    AS $$
  SELECT 'loan.' || l.status, utc_day(l.approved_at), 1::bigint, l.principal
  UNION ALL SELECT 'funded', utc_day(l.disbursed_at), 1, l.principal
  UNION ALL SELECT 'running', utc_day(l.disbursed_at), 1, l.principal
  UNION ALL SELECT 'running', utc_day(greatest(l.disbursed_at, least(l.completed_at, l.written_off_at))), -1, -l.principal
    WHERE l.disbursed_at IS NOT NULL AND (l.completed_at IS NOT NULL OR l.written_off_at IS NOT NULL)
$$;
CREATE FUNCTION public.utc_day(at timestamp with time zone) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$
  SELECT (at AT TIME ZONE 'UTC')::date
$$;
CREATE TABLE public.account_flag_events (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    merchant_id text NOT NULL,
    fingerprint text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    flag text NOT NULL,
    severity text,
    reason text
);
CREATE TABLE public.account_mails (
    id text NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    facts jsonb NOT NULL,
    asked_from text,
    created_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.account_phones (
    user_id text NOT NULL,
    phone_number text NOT NULL,
    verified_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.account_sessions (
    id text NOT NULL,
    user_id text NOT NULL,
    agent text NOT NULL,
    epoch integer NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);
CREATE TABLE public.agreements (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    template_version text NOT NULL,
    content jsonb NOT NULL,
    pdf bytea NOT NULL,
    sha256 text NOT NULL,
    accepted_at timestamp(3) with time zone NOT NULL,
    accepted_by text NOT NULL,
    accepted_from text,
    token_id text
);
CREATE TABLE public.api_secrets (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    secret_encrypted text NOT NULL,
    previous_secret_encrypted text,
    previous_secret_until timestamp(3) with time zone,
    rotated_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    previous_last_used_at timestamp(3) with time zone
);
CREATE TABLE public.audit_log (
    number bigint NOT NULL,
    marketplace_id text,
    environment text,
    actor text NOT NULL,
    action text NOT NULL,
    subject_id text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    detail jsonb
);
ALTER TABLE public.audit_log ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.audit_log_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.authorization_attempts (
    digest text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    user_id text NOT NULL,
    merchant_id text,
    client_id text NOT NULL,
    server jsonb NOT NULL,
    code_verifier_encrypted text NOT NULL,
    device text,
    session_id text,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.bank_statements (
    id text NOT NULL,
    lender_id text NOT NULL,
    account_id text NOT NULL,
    format text NOT NULL,
    file_digest text NOT NULL,
    sequence text,
    from_day date NOT NULL,
    to_day date NOT NULL,
    opening bigint,
    closing bigint,
    line_count integer NOT NULL,
    new_lines integer NOT NULL,
    imported_by text NOT NULL,
    imported_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.batches (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    batch_id text NOT NULL,
    merchant_id text,
    fingerprint text NOT NULL,
    status text NOT NULL,
    deferred boolean NOT NULL,
    total_received integer NOT NULL,
    payload_encrypted text,
    answer text,
    submitted_at timestamp(3) with time zone NOT NULL,
    completed_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.breaks (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    type text NOT NULL,
    subject text NOT NULL,
    loan_id text,
    settlement_id text,
    repayment_event_id text,
    expected bigint,
    actual bigint,
    evidence jsonb NOT NULL,
    detected_at timestamp(3) with time zone NOT NULL,
    status text NOT NULL,
    resolution text,
    note text,
    resolved_by text,
    resolved_at timestamp(3) with time zone,
    answer_reason text,
    answer_note text,
    answered_by text,
    answered_at timestamp(3) with time zone,
    answered_expected bigint,
    answered_actual bigint
);
CREATE TABLE public.chores (
    id text NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    cursor text
);
CREATE TABLE public.complaints (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    loan_id text,
    number text NOT NULL,
    status text NOT NULL,
    words_encrypted text NOT NULL,
    made_at timestamp(3) with time zone NOT NULL,
    made_by text NOT NULL,
    answer_by timestamp(3) with time zone NOT NULL,
    taken_by text,
    taken_at timestamp(3) with time zone,
    answer_encrypted text,
    answered_by text,
    answered_at timestamp(3) with time zone,
    closed_at timestamp(3) with time zone
);
CREATE TABLE public.connections (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    status text NOT NULL,
    external_reference text,
    created_at timestamp(3) with time zone NOT NULL,
    activated_at timestamp(3) with time zone,
    disconnected_at timestamp(3) with time zone,
    disconnected_by text,
    disconnect_note text
);
CREATE TABLE public.data_accesses (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    user_id text NOT NULL,
    merchant_id text,
    state text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    tokens_encrypted text,
    token_revision integer DEFAULT 0 NOT NULL,
    token_expires_at timestamp(3) with time zone,
    exchanging_until timestamp(3) with time zone,
    authorized_at timestamp(3) with time zone NOT NULL,
    last_tried_at timestamp(3) with time zone,
    last_pulled_at timestamp(3) with time zone,
    failure text,
    failure_detail text,
    failures integer DEFAULT 0 NOT NULL,
    ended_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    refused_shop jsonb
);
CREATE TABLE public.data_sources (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret_encrypted text NOT NULL,
    data_url text NOT NULL,
    scopes text[] DEFAULT '{}'::text[] NOT NULL,
    description text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.deliveries (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    status text NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.delivery_attempts (
    delivery_id text NOT NULL,
    number integer NOT NULL,
    url text NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    duration_ms integer NOT NULL,
    response_status integer,
    response_body text,
    error text,
    request_headers jsonb
);
CREATE TABLE public.demo_faults (
    seller text NOT NULL,
    fault text NOT NULL,
    since timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.demo_grants (
    number bigint NOT NULL,
    seller text NOT NULL,
    scopes text[] NOT NULL,
    redirect_uri text NOT NULL,
    code_challenge text NOT NULL,
    code_digest text NOT NULL,
    code_expires_at timestamp(3) with time zone NOT NULL,
    code_used_at timestamp(3) with time zone,
    access_digest text,
    access_expires_at timestamp(3) with time zone,
    refresh_digest text,
    former_refresh_digest text,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.demo_grants ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.demo_grants_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.demo_webhooks (
    number bigint NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    event text NOT NULL,
    third_party_customer_id text,
    body jsonb NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE public.demo_webhooks ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.demo_webhooks_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.directors (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    kyc_id text NOT NULL,
    list_position integer NOT NULL,
    first_name text NOT NULL,
    middle_name text,
    last_name text NOT NULL,
    email text,
    phone_number text,
    address text,
    date_of_birth date,
    nationality text NOT NULL,
    identity_type text NOT NULL,
    identity_number_encrypted text NOT NULL,
    identity_digest text NOT NULL,
    identity_masked text NOT NULL,
    role text,
    is_primary boolean NOT NULL,
    verification_status text NOT NULL,
    prefilled boolean DEFAULT true NOT NULL,
    personal_encrypted text
);
CREATE TABLE public.documents (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    kyc_id text NOT NULL,
    file_id text NOT NULL,
    document_type text NOT NULL,
    file_name text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    prefilled boolean DEFAULT true NOT NULL
);
CREATE TABLE public.drafts (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    step text NOT NULL,
    item text,
    values_encrypted text,
    revision integer NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    writing jsonb
);
CREATE TABLE public.embedding_origins (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    origins jsonb NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.engine_heartbeats (
    process_id text NOT NULL,
    beat_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.engine_lanes (
    task text NOT NULL,
    lane text NOT NULL,
    hints bigint NOT NULL,
    seen bigint DEFAULT 0 NOT NULL,
    announced bigint DEFAULT 0 NOT NULL,
    announced_at timestamp(3) with time zone,
    announce_again_at timestamp(3) with time zone,
    announcements integer DEFAULT 0 NOT NULL,
    run_id text,
    held_until timestamp(3) with time zone
);
CREATE TABLE public.events (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    sequence integer NOT NULL,
    type text NOT NULL,
    body text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.failed_attempts (
    holder text NOT NULL,
    failures integer NOT NULL,
    last_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.files (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text,
    status text NOT NULL,
    file_name text NOT NULL,
    mime_type text NOT NULL,
    file_size integer NOT NULL,
    sha256 text,
    storage_name text,
    upload_token_digest text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    data_key_encrypted text
);
CREATE TABLE public.go_live_requests (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    status text NOT NULL,
    note text,
    requested_by text NOT NULL,
    requested_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone,
    reason text
);
CREATE TABLE public.idempotent_answers (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    status integer NOT NULL,
    body_encrypted text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.identity_checks (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    kyc_id text NOT NULL,
    register text NOT NULL,
    identity_digest text,
    claim_digest text NOT NULL,
    evidence jsonb,
    asked_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.identity_consents (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    kyc_id text NOT NULL,
    identity_digest text NOT NULL,
    purpose text NOT NULL,
    text_version text NOT NULL,
    stated_by text NOT NULL,
    given_at timestamp(3) with time zone NOT NULL,
    answers integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.inbound_refusals (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    operation text NOT NULL,
    code text NOT NULL,
    detail text NOT NULL,
    body_encrypted text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.inngest_calls (
    verdict text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.instruction_batches (
    id text NOT NULL,
    lender_id text NOT NULL,
    rail_id text NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    total bigint NOT NULL,
    orders integer NOT NULL,
    content_encrypted text NOT NULL,
    sha256 text NOT NULL,
    made_by text NOT NULL,
    made_at timestamp(3) with time zone NOT NULL,
    released_by text,
    released_at timestamp(3) with time zone,
    released_for date,
    downloads integer DEFAULT 0 NOT NULL,
    downloaded_at timestamp(3) with time zone,
    recalled_at timestamp(3) with time zone
);
CREATE TABLE public.instruction_lines (
    batch_id text NOT NULL,
    "position" integer NOT NULL,
    payout_id text,
    payment_id text,
    reference text NOT NULL,
    amount bigint NOT NULL,
    recalled_at timestamp(3) with time zone,
    CONSTRAINT instruction_lines_order CHECK ((num_nonnulls(payout_id, payment_id) = 1))
);
CREATE TABLE public.invitations (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    invited_by text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.journals (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    number integer NOT NULL,
    type text NOT NULL,
    repayment_event_id text,
    occurred_at timestamp(3) with time zone NOT NULL,
    recorded_at timestamp(3) with time zone NOT NULL,
    source text,
    payment_id text,
    payout_id text
);
CREATE TABLE public.kept_identities (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    kyc_id text NOT NULL,
    identity_digest text NOT NULL,
    kept_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.key_checks (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.kyc_acceptances (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    kyc_id text NOT NULL,
    item text NOT NULL,
    digest text NOT NULL,
    accepted_by text NOT NULL,
    accepted_at timestamp(3) with time zone NOT NULL,
    ended_at timestamp(3) with time zone
);
CREATE TABLE public.kyc_records (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    status text NOT NULL,
    business_info jsonb,
    submitted_at timestamp(3) with time zone,
    decided_at timestamp(3) with time zone,
    rejection_reason text,
    requirements jsonb DEFAULT '[]'::jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    prefilled_business_info jsonb,
    business_info_revision integer DEFAULT 0 NOT NULL,
    directors_revision integer DEFAULT 0 NOT NULL,
    urgency smallint DEFAULT 3 NOT NULL,
    taken_by text,
    taken_at timestamp(3) with time zone
);
CREATE TABLE public.ledger_entries (
    journal_id text NOT NULL,
    account text NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE public.ledger_findings (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    accounts jsonb NOT NULL,
    rules jsonb NOT NULL,
    found_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL,
    cleared_at timestamp(3) with time zone
);
CREATE TABLE public.lender_accounts (
    id text NOT NULL,
    lender_id text NOT NULL,
    bank_code text NOT NULL,
    account_number_encrypted text NOT NULL,
    account_digest text NOT NULL,
    last_four text NOT NULL,
    holder text NOT NULL,
    collects boolean NOT NULL,
    state text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    activated_at timestamp(3) with time zone,
    retired_at timestamp(3) with time zone
);
CREATE TABLE public.lender_products (
    lender_id text NOT NULL,
    risk_tier text NOT NULL,
    tenor_days integer NOT NULL,
    default_after_days integer DEFAULT 90 NOT NULL,
    lowest_deduction_basis_points integer NOT NULL,
    highest_deduction_basis_points integer NOT NULL,
    rate_basis_points integer NOT NULL,
    recovers_from_sales boolean DEFAULT true NOT NULL
);
CREATE TABLE public.lenders (
    id text NOT NULL,
    environment text NOT NULL,
    name text NOT NULL,
    minimum_principal bigint NOT NULL,
    maximum_principal bigint NOT NULL,
    minimum_deduction bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    archived_at timestamp(3) with time zone,
    limits jsonb DEFAULT '{}'::jsonb NOT NULL,
    paused_at timestamp(3) with time zone,
    licences jsonb DEFAULT '[]'::jsonb NOT NULL,
    work_mail text
);
CREATE TABLE public.loan_changes (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    kind text NOT NULL,
    previous jsonb NOT NULL,
    current jsonb NOT NULL,
    reason text NOT NULL,
    effective_from timestamp(3) with time zone NOT NULL,
    replaced jsonb
);
CREATE TABLE public.loan_contacts (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    channel text NOT NULL,
    words_encrypted text NOT NULL,
    noted_at timestamp(3) with time zone NOT NULL,
    noted_by text NOT NULL
);
CREATE TABLE public.loan_installments (
    loan_id text NOT NULL,
    number integer NOT NULL,
    due_date date NOT NULL,
    amount bigint NOT NULL,
    interest bigint NOT NULL
);
CREATE TABLE public.loan_reminders (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.loan_watches (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    watched_until timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    rests_until timestamp(3) with time zone,
    run integer DEFAULT 0 NOT NULL,
    cap jsonb,
    windows jsonb
);
CREATE TABLE public.lookup_counts (
    holder text NOT NULL,
    day_start timestamp(3) with time zone NOT NULL,
    lookups integer NOT NULL
);
CREATE TABLE public.loose_bytes (
    storage_name text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    since timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.mails (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    body text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    sent_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    merchant_id text,
    loan_id text,
    kind text,
    fact text,
    html text,
    read_at timestamp(3) with time zone
);
CREATE TABLE public.mandate_links (
    digest text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    payout_account_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.mandates (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    payout_account_id text NOT NULL,
    status text NOT NULL,
    provider_reference text,
    created_at timestamp(3) with time zone NOT NULL,
    activated_at timestamp(3) with time zone,
    declined_at timestamp(3) with time zone,
    cancelled_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    rail_id text,
    reference text,
    begun_reference text,
    begun_page text,
    begun_at timestamp(3) with time zone,
    holder_email text,
    agreed_at timestamp(3) with time zone,
    form_file_id text,
    form_sent_at timestamp(3) with time zone,
    form_sent_by text,
    bank_ended_at timestamp(3) with time zone
);
CREATE TABLE public.marketplaces (
    id text NOT NULL,
    name text NOT NULL,
    contact_email text NOT NULL,
    live_at timestamp(3) with time zone,
    maximum_lending_cap bigint NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    test_clock_ahead_ms bigint DEFAULT 0 NOT NULL,
    test_clock_moved_at timestamp(3) with time zone,
    tested_together text,
    logo text,
    primary_colour text,
    mail_recipients jsonb DEFAULT '{"goLive": [], "webhook": []}'::jsonb NOT NULL,
    suspended_at timestamp(3) with time zone
);
CREATE TABLE public.merchants (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    third_party_customer_id text,
    business_name text NOT NULL,
    email text,
    phone_number text,
    first_name text,
    last_name text,
    business_type text,
    industry text,
    business_category text,
    event_sequence integer DEFAULT 0 NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    user_id text,
    announced_at timestamp(3) with time zone,
    weekly_summary boolean DEFAULT true NOT NULL,
    archived_at timestamp(3) with time zone
);
CREATE TABLE public.oauth_access_tokens (
    digest text NOT NULL,
    grant_id text NOT NULL,
    scopes text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);
CREATE TABLE public.oauth_clients (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    secret_digest text NOT NULL,
    redirect_uris text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    previous_secret_digest text,
    previous_secret_until timestamp(3) with time zone,
    rotated_at timestamp(3) with time zone,
    last_used_at timestamp(3) with time zone,
    previous_last_used_at timestamp(3) with time zone
);
CREATE TABLE public.oauth_codes (
    digest text NOT NULL,
    grant_id text NOT NULL,
    redirect_uri text NOT NULL,
    code_challenge text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.oauth_grants (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    client_id text NOT NULL,
    merchant_id text,
    user_id text,
    scopes text[] NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone,
    expires_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.oauth_refresh_tokens (
    digest text NOT NULL,
    grant_id text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.payment_promises (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    amount bigint NOT NULL,
    pay_by date NOT NULL,
    taken_at timestamp(3) with time zone NOT NULL,
    taken_by text NOT NULL,
    replaced_at timestamp(3) with time zone
);
CREATE TABLE public.payments (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    mandate_id text,
    source text NOT NULL,
    status text NOT NULL,
    amount bigint NOT NULL,
    cooling_off boolean DEFAULT false NOT NULL,
    request_id text,
    ordered_at timestamp(3) with time zone NOT NULL,
    asked_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    provider_reference text,
    failure text,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    waits_because text,
    rail_id text,
    reference text,
    silent_at timestamp(3) with time zone,
    reversed_at timestamp(3) with time zone,
    CONSTRAINT payments_debit_has_mandate CHECK (((mandate_id IS NOT NULL) OR (source = 'RECOVERY'::text) OR ((source = 'DIRECT'::text) AND (provider_reference IS NOT NULL))))
);
CREATE TABLE public.payout_accounts (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    bank_code text NOT NULL,
    account_number_encrypted text NOT NULL,
    last_four text NOT NULL,
    account_name text,
    name_matches boolean NOT NULL,
    verified_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.payouts (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    purpose text NOT NULL,
    payout_account_id text NOT NULL,
    amount bigint NOT NULL,
    status text NOT NULL,
    provider_reference text,
    failure_reason text,
    created_at timestamp(3) with time zone NOT NULL,
    finished_at timestamp(3) with time zone,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    asked_at timestamp(3) with time zone,
    rail_id text,
    reference text,
    waits_for text,
    waits_because text,
    silent_at timestamp(3) with time zone,
    failure_cause text,
    reversed_at timestamp(3) with time zone
);
CREATE TABLE public.phone_codes (
    id text NOT NULL,
    user_id text NOT NULL,
    phone_number text NOT NULL,
    asked_from text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    used_at timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.proposals (
    id text NOT NULL,
    marketplace_id text,
    environment text,
    kind text NOT NULL,
    subject_id text NOT NULL,
    input jsonb NOT NULL,
    reason text NOT NULL,
    evidence jsonb NOT NULL,
    digest text NOT NULL,
    proposed_by text NOT NULL,
    proposed_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    decision text,
    decided_by text,
    decided_at timestamp(3) with time zone,
    note text
);
CREATE TABLE public.rails (
    id text NOT NULL,
    lender_id text NOT NULL,
    kind text NOT NULL,
    integration text NOT NULL,
    domain text NOT NULL,
    state text NOT NULL,
    secret_key_encrypted text,
    key_end text,
    created_at timestamp(3) with time zone NOT NULL,
    activated_at timestamp(3) with time zone,
    retired_at timestamp(3) with time zone,
    day_limit bigint,
    columns jsonb
);
CREATE TABLE public.rate_windows (
    bucket text NOT NULL,
    window_start timestamp(3) with time zone NOT NULL,
    taken integer NOT NULL
);
CREATE TABLE public.reached_stages (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    stage text NOT NULL
);
CREATE TABLE public.recovery_codes (
    user_id text NOT NULL,
    digest text NOT NULL
);
CREATE TABLE public.refresh_tokens (
    digest text NOT NULL,
    session_id text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);
CREATE TABLE public.remittance_breaks (
    id text NOT NULL,
    lender_id text NOT NULL,
    remitter_id text,
    type text NOT NULL,
    subject text NOT NULL,
    expected bigint NOT NULL,
    actual bigint NOT NULL,
    detected_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone,
    closed_by text,
    note text
);
CREATE TABLE public.remittance_changes (
    number bigint NOT NULL,
    repayment_event_id text NOT NULL,
    loan_id text NOT NULL
);
ALTER TABLE public.remittance_changes ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.remittance_changes_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.remittance_days (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    lender_id text NOT NULL,
    due_on date NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE public.remittance_items (
    repayment_event_id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    lender_id text NOT NULL,
    loan_id text NOT NULL,
    due_on date NOT NULL,
    settled boolean NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE public.remittance_matches (
    receipt_id text NOT NULL,
    line_id text NOT NULL
);
CREATE TABLE public.remittance_receipts (
    id text NOT NULL,
    remitter_id text NOT NULL,
    amount bigint NOT NULL,
    received_on date NOT NULL,
    source text NOT NULL,
    bank_reference text NOT NULL,
    lender_id text NOT NULL,
    recorded_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.remitters (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    lender_id text NOT NULL,
    reference text NOT NULL,
    watched_at timestamp(3) with time zone
);
CREATE TABLE public.repayment_events (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    merchant_id text NOT NULL,
    fingerprint text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    loan_id text NOT NULL,
    type text NOT NULL,
    reference text NOT NULL,
    amount bigint NOT NULL,
    body text NOT NULL,
    original_reference text,
    effect text NOT NULL,
    settlement_id text,
    order_id text,
    other_source text,
    source_at timestamp(3) with time zone,
    source_amount bigint
);
CREATE TABLE public.request_gaps (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    left_out integer NOT NULL
);
CREATE TABLE public.request_log (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    request_id text NOT NULL,
    operation text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status smallint NOT NULL,
    status_class smallint GENERATED ALWAYS AS ((status / 100)) STORED NOT NULL,
    code text,
    credential text NOT NULL,
    duration_ms real NOT NULL,
    at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sale_decisions (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    break_id text NOT NULL,
    sale text NOT NULL,
    telling text NOT NULL,
    applied boolean NOT NULL,
    decided_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sales_events (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    merchant_id text NOT NULL,
    fingerprint text NOT NULL,
    occurred_at timestamp(3) with time zone NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    order_id text NOT NULL,
    amount bigint NOT NULL,
    refund_of text
);
CREATE TABLE public.sandbox_state (
    name text NOT NULL,
    value_encrypted text NOT NULL
);
CREATE TABLE public.scores (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    submission_id text NOT NULL,
    model_version text NOT NULL,
    limits jsonb NOT NULL,
    risk_tier text NOT NULL,
    max_lending_cap bigint NOT NULL,
    result jsonb NOT NULL,
    computed_at timestamp(3) with time zone NOT NULL,
    submitted_at timestamp(3) with time zone NOT NULL,
    flags jsonb,
    carried jsonb
)
WITH (toast_tuple_target='4096');
CREATE TABLE public.second_factors (
    user_id text NOT NULL,
    secret_encrypted text,
    pending_secret_encrypted text,
    last_step bigint DEFAULT 0 NOT NULL,
    since timestamp(3) with time zone,
    CONSTRAINT second_factors_since CHECK (((secret_encrypted IS NULL) = (since IS NULL)))
);
CREATE TABLE public.secret_keys (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    digest text NOT NULL,
    last_four text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    revoked_at timestamp(3) with time zone,
    name text
);
CREATE TABLE public.settlement_corrections (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    settlement_id text NOT NULL,
    number integer NOT NULL,
    previous jsonb NOT NULL,
    corrected jsonb NOT NULL,
    reason text NOT NULL,
    corrected_by text NOT NULL,
    corrected_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.settlement_events (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    event_id text NOT NULL,
    settlement_id text NOT NULL,
    type text NOT NULL,
    fingerprint text NOT NULL,
    body text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.settlements (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    reference text NOT NULL,
    net_amount bigint NOT NULL,
    gross_amount bigint,
    total_deductions bigint,
    period_start timestamp(3) with time zone,
    period_end timestamp(3) with time zone,
    transferred_at timestamp(3) with time zone,
    transfer_reference text,
    deduction_references text[],
    match_status text NOT NULL,
    matched_amount bigint,
    matched_at timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone
);
CREATE TABLE public.sign_in_places (
    user_id text NOT NULL,
    place text NOT NULL,
    last_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.sign_ups (
    id text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    query text NOT NULL,
    device text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    kind text DEFAULT 'merchant'::text NOT NULL,
    marketplace_name text
);
CREATE TABLE public.statement_formats (
    account_id text NOT NULL,
    format text NOT NULL,
    columns jsonb,
    rules jsonb NOT NULL,
    after date,
    changed_at timestamp(3) with time zone NOT NULL
);
CREATE TABLE public.statement_lines (
    id text NOT NULL,
    lender_id text NOT NULL,
    account_id text NOT NULL,
    statement_id text NOT NULL,
    digest text NOT NULL,
    number integer NOT NULL,
    booking_date date NOT NULL,
    value_date date NOT NULL,
    amount bigint NOT NULL,
    reversal boolean NOT NULL,
    said_encrypted text NOT NULL,
    bank_reference text,
    state text NOT NULL,
    waits_because text,
    loan_id text,
    payout_id text,
    payment_id text,
    decided_at timestamp(3) with time zone,
    reason text
);
CREATE TABLE public.submissions (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    merchant_id text NOT NULL,
    status text NOT NULL,
    record text NOT NULL,
    submitted_at timestamp(3) with time zone NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    due_at timestamp(3) with time zone,
    leased_until timestamp(3) with time zone,
    groups text[]
)
WITH (toast_tuple_target='4096');
CREATE TABLE public.tallies (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    name text NOT NULL,
    day date NOT NULL,
    count bigint NOT NULL,
    amount bigint NOT NULL
);
CREATE TABLE public.tally_changes (
    number bigint NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    name text NOT NULL,
    day date NOT NULL,
    count bigint NOT NULL,
    amount bigint NOT NULL
);
ALTER TABLE public.tally_changes ALTER COLUMN number ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME public.tally_changes_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.term_proposals (
    id text NOT NULL,
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    loan_id text NOT NULL,
    previous jsonb NOT NULL,
    proposed jsonb NOT NULL,
    reason text NOT NULL,
    proposed_at timestamp(3) with time zone NOT NULL,
    proposed_by text NOT NULL,
    decided_at timestamp(3) with time zone,
    decision text
);
CREATE TABLE public.users (
    id text NOT NULL,
    kind text NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    password_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    marketplace_id text,
    role text,
    session_epoch integer DEFAULT 0 NOT NULL,
    operator_role text
);
CREATE TABLE public.webhook_endpoints (
    marketplace_id text NOT NULL,
    environment text NOT NULL,
    url text NOT NULL,
    events text[],
    status text NOT NULL,
    secret_encrypted text NOT NULL,
    previous_secret_encrypted text,
    previous_secret_until timestamp(3) with time zone,
    failing_since timestamp(3) with time zone,
    disabled_reason text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    rotated_at timestamp(3) with time zone,
    answered_at timestamp(3) with time zone
);
CREATE TABLE public.work_failures (
    task text NOT NULL,
    id text NOT NULL,
    lane text NOT NULL,
    failures integer NOT NULL,
    first_failed_at timestamp(3) with time zone NOT NULL,
    last_failed_at timestamp(3) with time zone NOT NULL,
    next_try_at timestamp(3) with time zone NOT NULL,
    cause text NOT NULL
);
CREATE TABLE public.work_reminders (
    source text NOT NULL,
    item_id text NOT NULL,
    since timestamp(3) with time zone NOT NULL,
    mailed_at timestamp(3) with time zone NOT NULL
);
ALTER TABLE ONLY public.account_flag_events
    ADD CONSTRAINT account_flag_events_event UNIQUE (marketplace_id, environment, event_id);
ALTER TABLE ONLY public.account_flag_events
    ADD CONSTRAINT account_flag_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_mails
    ADD CONSTRAINT account_mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.account_phones
    ADD CONSTRAINT account_phones_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.account_sessions
    ADD CONSTRAINT account_sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT agreements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.api_secrets
    ADD CONSTRAINT api_secrets_marketplace_id_environment_pk PRIMARY KEY (marketplace_id, environment);
ALTER TABLE ONLY public.audit_log
    ADD CONSTRAINT audit_log_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.authorization_attempts
    ADD CONSTRAINT authorization_attempts_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.bank_statements
    ADD CONSTRAINT bank_statements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_batch UNIQUE (marketplace_id, environment, batch_id);
ALTER TABLE ONLY public.batches
    ADD CONSTRAINT batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.breaks
    ADD CONSTRAINT breaks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.chores
    ADD CONSTRAINT chores_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.collection_days
    ADD CONSTRAINT collection_days_loan_id_day_pk PRIMARY KEY (loan_id, day);
ALTER TABLE ONLY public.complaints
    ADD CONSTRAINT complaints_number_unique UNIQUE (number);
ALTER TABLE ONLY public.complaints
    ADD CONSTRAINT complaints_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_merchant_id_unique UNIQUE (merchant_id);
ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.data_accesses
    ADD CONSTRAINT data_accesses_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_marketplace_id_environment_pk PRIMARY KEY (marketplace_id, environment);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_event_id_unique UNIQUE (event_id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_delivery_id_number_pk PRIMARY KEY (delivery_id, number);
ALTER TABLE ONLY public.demo_faults
    ADD CONSTRAINT demo_faults_pkey PRIMARY KEY (seller);
ALTER TABLE ONLY public.demo_grants
    ADD CONSTRAINT demo_grants_access_digest_unique UNIQUE (access_digest);
ALTER TABLE ONLY public.demo_grants
    ADD CONSTRAINT demo_grants_code_digest_unique UNIQUE (code_digest);
ALTER TABLE ONLY public.demo_grants
    ADD CONSTRAINT demo_grants_former_refresh_digest_unique UNIQUE (former_refresh_digest);
ALTER TABLE ONLY public.demo_grants
    ADD CONSTRAINT demo_grants_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.demo_grants
    ADD CONSTRAINT demo_grants_refresh_digest_unique UNIQUE (refresh_digest);
ALTER TABLE ONLY public.demo_webhooks
    ADD CONSTRAINT demo_webhooks_event_id_unique UNIQUE (event_id);
ALTER TABLE ONLY public.demo_webhooks
    ADD CONSTRAINT demo_webhooks_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.directors
    ADD CONSTRAINT directors_identity UNIQUE (kyc_id, identity_digest);
ALTER TABLE ONLY public.directors
    ADD CONSTRAINT directors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_file UNIQUE (kyc_id, document_type, file_id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_merchant_id_step_pk PRIMARY KEY (merchant_id, step);
ALTER TABLE ONLY public.embedding_origins
    ADD CONSTRAINT embedding_origins_marketplace_id_environment_pk PRIMARY KEY (marketplace_id, environment);
ALTER TABLE ONLY public.engine_heartbeats
    ADD CONSTRAINT engine_heartbeats_pkey PRIMARY KEY (process_id);
ALTER TABLE ONLY public.engine_lanes
    ADD CONSTRAINT engine_lanes_task_lane_pk PRIMARY KEY (task, lane);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_sequence UNIQUE (merchant_id, sequence);
ALTER TABLE ONLY public.failed_attempts
    ADD CONSTRAINT failed_attempts_pkey PRIMARY KEY (holder);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.funding_requests
    ADD CONSTRAINT funding_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.go_live_requests
    ADD CONSTRAINT go_live_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotent_answers
    ADD CONSTRAINT idempotent_answers_marketplace_id_environment_method_path_key_p PRIMARY KEY (marketplace_id, environment, method, path, key);
ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_about UNIQUE NULLS NOT DISTINCT (kyc_id, register, identity_digest);
ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.identity_consents
    ADD CONSTRAINT identity_consents_kyc_id_identity_digest_purpose_text_version_p PRIMARY KEY (kyc_id, identity_digest, purpose, text_version);
ALTER TABLE ONLY public.inbound_refusals
    ADD CONSTRAINT inbound_refusals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.inngest_calls
    ADD CONSTRAINT inngest_calls_pkey PRIMARY KEY (verdict);
ALTER TABLE ONLY public.instruction_batches
    ADD CONSTRAINT instruction_batches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.instruction_lines
    ADD CONSTRAINT instruction_lines_batch_id_position_pk PRIMARY KEY (batch_id, "position");
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_email UNIQUE (marketplace_id, email);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_number UNIQUE (loan_id, number);
ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kept_identities
    ADD CONSTRAINT kept_identities_kyc_id_identity_digest_pk PRIMARY KEY (kyc_id, identity_digest);
ALTER TABLE ONLY public.key_checks
    ADD CONSTRAINT key_checks_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.kyc_acceptances
    ADD CONSTRAINT kyc_acceptances_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kyc_records
    ADD CONSTRAINT kyc_records_merchant_id_unique UNIQUE (merchant_id);
ALTER TABLE ONLY public.kyc_records
    ADD CONSTRAINT kyc_records_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_journal_id_account_pk PRIMARY KEY (journal_id, account);
ALTER TABLE ONLY public.ledger_findings
    ADD CONSTRAINT ledger_findings_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lender_accounts
    ADD CONSTRAINT lender_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.lender_products
    ADD CONSTRAINT lender_products_lender_id_risk_tier_tenor_days_pk PRIMARY KEY (lender_id, risk_tier, tenor_days);
ALTER TABLE ONLY public.lenders
    ADD CONSTRAINT lenders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.loan_changes
    ADD CONSTRAINT loan_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.loan_contacts
    ADD CONSTRAINT loan_contacts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.loan_installments
    ADD CONSTRAINT loan_installments_loan_id_number_pk PRIMARY KEY (loan_id, number);
ALTER TABLE ONLY public.loan_reminders
    ADD CONSTRAINT loan_reminders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.loan_watches
    ADD CONSTRAINT loan_watches_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_funding_request_id_unique UNIQUE (funding_request_id);
ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_reference_unique UNIQUE (reference);
ALTER TABLE ONLY public.lookup_counts
    ADD CONSTRAINT lookup_counts_holder_day_start_pk PRIMARY KEY (holder, day_start);
ALTER TABLE ONLY public.loose_bytes
    ADD CONSTRAINT loose_bytes_pkey PRIMARY KEY (storage_name);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mandate_links
    ADD CONSTRAINT mandate_links_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.mandates
    ADD CONSTRAINT mandates_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.marketplaces
    ADD CONSTRAINT marketplaces_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_tenant UNIQUE (marketplace_id, environment, id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_third_party_customer_id UNIQUE (marketplace_id, environment, third_party_customer_id);
ALTER TABLE ONLY public.oauth_access_tokens
    ADD CONSTRAINT oauth_access_tokens_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_tenant UNIQUE (marketplace_id, environment);
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.oauth_refresh_tokens
    ADD CONSTRAINT oauth_refresh_tokens_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.payment_promises
    ADD CONSTRAINT payment_promises_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payout_accounts
    ADD CONSTRAINT payout_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.phone_codes
    ADD CONSTRAINT phone_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.proposals
    ADD CONSTRAINT proposals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rails
    ADD CONSTRAINT rails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.rate_windows
    ADD CONSTRAINT rate_windows_bucket_window_start_pk PRIMARY KEY (bucket, window_start);
ALTER TABLE ONLY public.reached_stages
    ADD CONSTRAINT reached_stages_merchant_id_stage_pk PRIMARY KEY (merchant_id, stage);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_digest_pk PRIMARY KEY (user_id, digest);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY public.remittance_breaks
    ADD CONSTRAINT remittance_breaks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.remittance_changes
    ADD CONSTRAINT remittance_changes_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.remittance_days
    ADD CONSTRAINT remittance_days_lender_id_marketplace_id_environment_due_on_pk PRIMARY KEY (lender_id, marketplace_id, environment, due_on);
ALTER TABLE ONLY public.remittance_items
    ADD CONSTRAINT remittance_items_pkey PRIMARY KEY (repayment_event_id);
ALTER TABLE ONLY public.remittance_matches
    ADD CONSTRAINT remittance_matches_pkey PRIMARY KEY (receipt_id);
ALTER TABLE ONLY public.remittance_receipts
    ADD CONSTRAINT remittance_receipts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.remitters
    ADD CONSTRAINT remitters_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.repayment_events
    ADD CONSTRAINT repayment_events_event UNIQUE (marketplace_id, environment, event_id);
ALTER TABLE ONLY public.repayment_events
    ADD CONSTRAINT repayment_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.request_gaps
    ADD CONSTRAINT request_gaps_marketplace_id_environment_at_pk PRIMARY KEY (marketplace_id, environment, at);
ALTER TABLE ONLY public.request_log
    ADD CONSTRAINT request_log_marketplace_id_environment_id_pk PRIMARY KEY (marketplace_id, environment, id);
ALTER TABLE ONLY public.sale_decisions
    ADD CONSTRAINT sale_decisions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sales_events
    ADD CONSTRAINT sales_events_event UNIQUE (marketplace_id, environment, event_id);
ALTER TABLE ONLY public.sales_events
    ADD CONSTRAINT sales_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sandbox_state
    ADD CONSTRAINT sandbox_state_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_submission_id_unique UNIQUE (submission_id);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY public.secret_keys
    ADD CONSTRAINT secret_keys_digest_unique UNIQUE (digest);
ALTER TABLE ONLY public.secret_keys
    ADD CONSTRAINT secret_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settlement_corrections
    ADD CONSTRAINT settlement_corrections_number UNIQUE (settlement_id, number);
ALTER TABLE ONLY public.settlement_corrections
    ADD CONSTRAINT settlement_corrections_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settlement_events
    ADD CONSTRAINT settlement_events_event UNIQUE (marketplace_id, environment, event_id);
ALTER TABLE ONLY public.settlement_events
    ADD CONSTRAINT settlement_events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settlements
    ADD CONSTRAINT settlements_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.settlements
    ADD CONSTRAINT settlements_reference UNIQUE (marketplace_id, environment, reference);
ALTER TABLE ONLY public.sign_in_places
    ADD CONSTRAINT sign_in_places_user_id_place_pk PRIMARY KEY (user_id, place);
ALTER TABLE ONLY public.sign_ups
    ADD CONSTRAINT sign_ups_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.statement_formats
    ADD CONSTRAINT statement_formats_pkey PRIMARY KEY (account_id);
ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tallies
    ADD CONSTRAINT tallies_marketplace_id_environment_name_day_pk PRIMARY KEY (marketplace_id, environment, name, day);
ALTER TABLE ONLY public.tally_changes
    ADD CONSTRAINT tally_changes_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.term_proposals
    ADD CONSTRAINT term_proposals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_email UNIQUE (kind, email);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_marketplace_id_environment_pk PRIMARY KEY (marketplace_id, environment);
ALTER TABLE ONLY public.work_failures
    ADD CONSTRAINT work_failures_task_id_pk PRIMARY KEY (task, id);
ALTER TABLE ONLY public.work_reminders
    ADD CONSTRAINT work_reminders_source_item_id_since_pk PRIMARY KEY (source, item_id, since);
CREATE INDEX account_flag_events_merchant ON public.account_flag_events USING btree (merchant_id, id);
CREATE INDEX account_mails_age ON public.account_mails USING btree (created_at);
CREATE INDEX account_mails_asked ON public.account_mails USING btree (asked_from, created_at) WHERE (asked_from IS NOT NULL);
CREATE INDEX account_mails_due ON public.account_mails USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX account_mails_recipient ON public.account_mails USING btree (recipient, created_at);
CREATE INDEX account_phones_end ON public.account_phones USING btree ("right"(phone_number, 4));
CREATE INDEX account_sessions_age ON public.account_sessions USING btree (expires_at);
CREATE INDEX account_sessions_user ON public.account_sessions USING btree (user_id);
CREATE INDEX audit_log_actor ON public.audit_log USING btree (actor, number);
CREATE INDEX audit_log_at ON public.audit_log USING brin (at);
CREATE INDEX audit_log_noun ON public.audit_log USING btree (split_part(action, '.'::text, 1), number);
CREATE INDEX audit_log_removed_documents ON public.audit_log USING btree (((detail ->> 'merchant'::text))) WHERE (action = 'kyc.remove-document'::text);
CREATE INDEX audit_log_subject ON public.audit_log USING btree (subject_id, number);
CREATE INDEX authorization_attempts_age ON public.authorization_attempts USING btree (expires_at);
CREATE INDEX bank_statements_account ON public.bank_statements USING btree (account_id, id);
CREATE INDEX batches_due ON public.batches USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX breaks_anywhere ON public.breaks USING btree (environment, status, id);
CREATE INDEX breaks_loan ON public.breaks USING btree (loan_id, id);
CREATE INDEX breaks_merchant ON public.breaks USING btree (merchant_id, id);
CREATE UNIQUE INDEX breaks_open ON public.breaks USING btree (marketplace_id, environment, type, subject) WHERE (status <> 'RESOLVED'::text);
CREATE INDEX breaks_settlement ON public.breaks USING btree (settlement_id, id) WHERE (settlement_id IS NOT NULL);
CREATE INDEX breaks_status ON public.breaks USING btree (marketplace_id, environment, status, id);
CREATE INDEX breaks_tenant ON public.breaks USING btree (marketplace_id, environment, id);
CREATE INDEX breaks_type ON public.breaks USING btree (marketplace_id, environment, type, status, id);
CREATE INDEX collection_days_stale ON public.collection_days USING btree (loan_id, day) WHERE (stale OR under_way);
CREATE INDEX complaints_loan ON public.complaints USING btree (loan_id, id) WHERE (loan_id IS NOT NULL);
CREATE INDEX complaints_merchant ON public.complaints USING btree (merchant_id, id);
CREATE INDEX complaints_state ON public.complaints USING btree (environment, status, id);
CREATE INDEX complaints_waiting ON public.complaints USING btree (environment, answer_by, id) WHERE (status = ANY (ARRAY['OPEN'::text, 'TAKEN'::text]));
CREATE INDEX connections_status ON public.connections USING btree (marketplace_id, environment, status, merchant_id);
CREATE INDEX data_accesses_age ON public.data_accesses USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE INDEX data_accesses_due ON public.data_accesses USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX data_accesses_due_in_lane ON public.data_accesses USING btree (marketplace_id, environment, due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX data_accesses_merchant ON public.data_accesses USING btree (merchant_id) WHERE (state = ANY (ARRAY['ACTIVE'::text, 'REVOKED'::text]));
CREATE INDEX data_accesses_tenant ON public.data_accesses USING btree (marketplace_id, environment, merchant_id);
CREATE INDEX data_accesses_user ON public.data_accesses USING btree (user_id, marketplace_id, environment);
CREATE INDEX deliveries_due ON public.deliveries USING btree (marketplace_id, environment, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deliveries_finished ON public.deliveries USING btree (finished_at) WHERE (finished_at IS NOT NULL);
CREATE INDEX deliveries_leased ON public.deliveries USING btree (marketplace_id, environment, leased_until) WHERE (leased_until IS NOT NULL);
CREATE INDEX deliveries_status ON public.deliveries USING btree (marketplace_id, environment, status, event_id);
CREATE INDEX deliveries_unsent ON public.deliveries USING btree (marketplace_id, environment, status, created_at, event_id) WHERE (status = ANY (ARRAY['FAILED'::text, 'NOT_SENT'::text]));
CREATE INDEX demo_grants_age ON public.demo_grants USING btree (expires_at);
CREATE INDEX demo_grants_seller ON public.demo_grants USING btree (seller);
CREATE INDEX demo_webhooks_age ON public.demo_webhooks USING btree (received_at);
CREATE INDEX demo_webhooks_merchant ON public.demo_webhooks USING btree (third_party_customer_id, number);
CREATE INDEX directors_identity_digest ON public.directors USING btree (identity_digest);
CREATE INDEX directors_plain ON public.directors USING btree (id) WHERE (personal_encrypted IS NULL);
CREATE INDEX directors_search ON public.directors USING gin (environment, (((first_name || ' '::text) || last_name)) public.gin_trgm_ops);
CREATE INDEX documents_file_id ON public.documents USING btree (file_id);
CREATE INDEX drafts_changed_at ON public.drafts USING btree (changed_at);
CREATE INDEX engine_lanes_unseen ON public.engine_lanes USING btree (task) WHERE (announced > seen);
CREATE INDEX events_occurred ON public.events USING btree (marketplace_id, environment, occurred_at, id);
CREATE INDEX events_tenant ON public.events USING btree (marketplace_id, environment, id);
CREATE INDEX events_type ON public.events USING btree (marketplace_id, environment, type, id);
CREATE INDEX failed_attempts_age ON public.failed_attempts USING btree (last_at);
CREATE INDEX files_expiry ON public.files USING btree (expires_at);
CREATE INDEX files_owner ON public.files USING btree (marketplace_id, environment, merchant_id);
CREATE INDEX files_plain ON public.files USING btree (id) WHERE ((storage_name IS NOT NULL) AND (data_key_encrypted IS NULL));
CREATE INDEX funding_requests_due ON public.funding_requests USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX funding_requests_merchant ON public.funding_requests USING btree (merchant_id, id);
CREATE INDEX funding_requests_newest ON public.funding_requests USING btree (marketplace_id, environment, created_at, id);
CREATE INDEX funding_requests_reason ON public.funding_requests USING btree (marketplace_id, environment, failure_reason, created_at, id) WHERE (failure_reason IS NOT NULL);
CREATE INDEX funding_requests_status ON public.funding_requests USING btree (marketplace_id, environment, status, created_at, id);
CREATE UNIQUE INDEX go_live_requests_open ON public.go_live_requests USING btree (marketplace_id) WHERE (status = 'REQUESTED'::text);
CREATE INDEX go_live_requests_tenant ON public.go_live_requests USING btree (marketplace_id, environment, id);
CREATE INDEX idempotent_answers_age ON public.idempotent_answers USING btree (created_at);
CREATE INDEX identity_checks_due ON public.identity_checks USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX identity_consents_digest ON public.identity_consents USING btree (identity_digest);
CREATE INDEX inbound_refusals_age ON public.inbound_refusals USING btree (received_at);
CREATE INDEX inbound_refusals_tenant ON public.inbound_refusals USING btree (marketplace_id, environment, id);
CREATE INDEX instruction_batches_day ON public.instruction_batches USING btree (lender_id, released_for) WHERE (released_for IS NOT NULL);
CREATE UNIQUE INDEX instruction_batches_number ON public.instruction_batches USING btree (lender_id, number);
CREATE UNIQUE INDEX instruction_lines_payment ON public.instruction_lines USING btree (payment_id) WHERE (recalled_at IS NULL);
CREATE UNIQUE INDEX instruction_lines_payout ON public.instruction_lines USING btree (payout_id) WHERE (recalled_at IS NULL);
CREATE INDEX invitations_age ON public.invitations USING btree (expires_at);
CREATE INDEX invitations_inviter ON public.invitations USING btree (invited_by);
CREATE UNIQUE INDEX journals_debit_reversed ON public.journals USING btree (payment_id) WHERE (type = 'DEBIT_REVERSED'::text);
CREATE UNIQUE INDEX journals_payment ON public.journals USING btree (payment_id) WHERE (type <> 'DEBIT_REVERSED'::text);
CREATE UNIQUE INDEX journals_payout ON public.journals USING btree (payout_id, type) WHERE (payout_id IS NOT NULL);
CREATE INDEX journals_recorded ON public.journals USING btree (loan_id, recorded_at);
CREATE INDEX kept_identities_digest ON public.kept_identities USING btree (identity_digest);
CREATE UNIQUE INDEX kyc_acceptances_in_force ON public.kyc_acceptances USING btree (kyc_id, item, accepted_by) WHERE (ended_at IS NULL);
CREATE INDEX kyc_records_by_age ON public.kyc_records USING btree (environment, submitted_at, id) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'IN_REVIEW'::text]));
CREATE INDEX kyc_records_by_urgency ON public.kyc_records USING btree (environment, urgency, submitted_at, id) WHERE (status = ANY (ARRAY['SUBMITTED'::text, 'IN_REVIEW'::text]));
CREATE INDEX kyc_records_due ON public.kyc_records USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX kyc_records_email ON public.kyc_records USING btree (environment, lower((business_info ->> 'businessEmail'::text)));
CREATE INDEX kyc_records_name ON public.kyc_records USING gin (environment, ((' '::text || (business_info ->> 'businessName'::text))) public.gin_trgm_ops);
CREATE INDEX kyc_records_phone_end ON public.kyc_records USING btree (environment, "right"((business_info ->> 'businessPhone'::text), 4));
CREATE INDEX kyc_records_shown ON public.kyc_records USING btree (marketplace_id, environment, (
CASE
    WHEN (status = 'IN_REVIEW'::text) THEN 'SUBMITTED'::text
    ELSE status
END), merchant_id);
CREATE INDEX kyc_records_taken ON public.kyc_records USING btree (taken_by) WHERE (taken_by IS NOT NULL);
CREATE UNIQUE INDEX ledger_findings_open ON public.ledger_findings USING btree (loan_id) WHERE (cleared_at IS NULL);
CREATE UNIQUE INDEX lender_accounts_collecting ON public.lender_accounts USING btree (lender_id) WHERE ((state = 'ACTIVE'::text) AND collects);
CREATE INDEX lender_accounts_lender ON public.lender_accounts USING btree (lender_id, id);
CREATE UNIQUE INDEX lender_accounts_number ON public.lender_accounts USING btree (account_digest) WHERE (state <> 'PROPOSED'::text);
CREATE INDEX loan_changes_loan ON public.loan_changes USING btree (loan_id, id);
CREATE INDEX loan_contacts_loan ON public.loan_contacts USING btree (loan_id, id);
CREATE INDEX loan_reminders_due ON public.loan_reminders USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loan_reminders_due_in_lane ON public.loan_reminders USING btree (marketplace_id, environment, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loan_watches_due ON public.loan_watches USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loan_watches_due_in_lane ON public.loan_watches USING btree (marketplace_id, environment, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loans_aging ON public.loans USING btree (marketplace_id, environment, aging_since, id) WHERE (aging_since IS NOT NULL);
CREATE INDEX loans_aging_anywhere ON public.loans USING btree (environment, aging_since, id) WHERE (aging_since IS NOT NULL);
CREATE INDEX loans_due ON public.loans USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loans_due_in_lane ON public.loans USING btree (marketplace_id, environment, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX loans_lender ON public.loans USING btree (lender_id, approved_at);
CREATE INDEX loans_merchant ON public.loans USING btree (merchant_id, id);
CREATE INDEX loans_newest ON public.loans USING btree (marketplace_id, environment, id);
CREATE INDEX loans_overpaid ON public.loans USING btree (environment, id) WHERE ((held > 0) OR (received >
CASE
    WHEN ((disbursed_at IS NULL) OR (status = 'CANCELLED'::text)) THEN (0)::bigint
    WHEN (cooled_off_at IS NULL) THEN (principal + interest)
    ELSE principal
END));
CREATE INDEX loans_paused ON public.loans USING btree (marketplace_id, environment, id) WHERE (paused_at IS NOT NULL);
CREATE INDEX loans_paused_anywhere ON public.loans USING btree (environment, paused_at, id) WHERE (paused_at IS NOT NULL);
CREATE INDEX loans_returned ON public.loans USING btree (returned_at) WHERE (returned_at IS NOT NULL);
CREATE INDEX loans_shown ON public.loans USING btree (marketplace_id, environment, (
CASE
    WHEN (status = ANY (ARRAY['ACCEPTED'::text, 'PAYOUT_HELD'::text, 'DISBURSING'::text])) THEN 'APPROVED'::text
    ELSE status
END), merchant_id);
CREATE INDEX loans_status ON public.loans USING btree (marketplace_id, environment, status, id);
CREATE INDEX lookup_counts_age ON public.lookup_counts USING btree (day_start);
CREATE INDEX loose_bytes_age ON public.loose_bytes USING btree (since);
CREATE INDEX mails_age ON public.mails USING btree (created_at);
CREATE INDEX mails_due ON public.mails USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE UNIQUE INDEX mails_fact ON public.mails USING btree (loan_id, kind, fact) WHERE (loan_id IS NOT NULL);
CREATE INDEX mails_merchant ON public.mails USING btree (merchant_id, id) WHERE (merchant_id IS NOT NULL);
CREATE INDEX mandate_links_age ON public.mandate_links USING btree (expires_at);
CREATE INDEX mandate_links_loan ON public.mandate_links USING btree (loan_id);
CREATE INDEX mandates_begun ON public.mandates USING btree (begun_reference) WHERE (begun_reference IS NOT NULL);
CREATE INDEX mandates_due ON public.mandates USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mandates_due_in_lane ON public.mandates USING btree (marketplace_id, environment, due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX mandates_form ON public.mandates USING btree (form_file_id) WHERE (form_file_id IS NOT NULL);
CREATE INDEX mandates_given ON public.mandates USING btree (provider_reference) WHERE ((rail_id IS NOT NULL) AND (provider_reference IS NOT NULL));
CREATE INDEX mandates_loan ON public.mandates USING btree (loan_id, id);
CREATE UNIQUE INDEX mandates_open ON public.mandates USING btree (loan_id) WHERE (status <> 'CANCELLED'::text);
CREATE INDEX mandates_pending ON public.mandates USING btree (environment, id) WHERE (status = 'PENDING'::text);
CREATE UNIQUE INDEX mandates_reference ON public.mandates USING btree (reference);
CREATE INDEX mandates_to_end ON public.mandates USING btree (environment, id) WHERE ((status = 'CANCELLED'::text) AND (bank_ended_at IS NULL) AND (provider_reference IS NOT NULL) AND (rail_id IS NOT NULL));
CREATE INDEX merchants_email ON public.merchants USING btree (marketplace_id, environment, lower(email)) WHERE (email IS NOT NULL);
CREATE INDEX merchants_phone_end ON public.merchants USING btree (environment, "right"(phone_number, 4)) WHERE (phone_number IS NOT NULL);
CREATE INDEX merchants_search ON public.merchants USING gin ((((marketplace_id || ':'::text) || environment)), ((((' '::text || business_name) || ' '::text) || COALESCE(third_party_customer_id, ''::text))) public.gin_trgm_ops);
CREATE UNIQUE INDEX merchants_user ON public.merchants USING btree (user_id, marketplace_id, environment) WHERE (user_id IS NOT NULL);
CREATE INDEX oauth_access_tokens_age ON public.oauth_access_tokens USING btree (expires_at);
CREATE INDEX oauth_access_tokens_grant ON public.oauth_access_tokens USING btree (grant_id);
CREATE INDEX oauth_codes_grant ON public.oauth_codes USING btree (grant_id);
CREATE INDEX oauth_grants_age ON public.oauth_grants USING btree (expires_at);
CREATE INDEX oauth_grants_merchant ON public.oauth_grants USING btree (merchant_id);
CREATE INDEX oauth_refresh_tokens_grant ON public.oauth_refresh_tokens USING btree (grant_id);
CREATE INDEX payment_promises_day ON public.payment_promises USING btree (environment, pay_by, id);
CREATE INDEX payment_promises_loan ON public.payment_promises USING btree (loan_id, id);
CREATE INDEX payments_asked ON public.payments USING btree (environment, id) WHERE (status = 'PENDING'::text);
CREATE INDEX payments_due ON public.payments USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payments_loan ON public.payments USING btree (loan_id, id);
CREATE INDEX payments_made ON public.payments USING btree (rail_id, finished_at) WHERE (status = 'CONFIRMED'::text);
CREATE UNIQUE INDEX payments_open ON public.payments USING btree (loan_id, status) WHERE (status = ANY (ARRAY['ANNOUNCED'::text, 'PENDING'::text]));
CREATE UNIQUE INDEX payments_recovery ON public.payments USING btree (loan_id, provider_reference) WHERE (source = 'RECOVERY'::text);
CREATE UNIQUE INDEX payments_reference ON public.payments USING btree (reference);
CREATE UNIQUE INDEX payments_request ON public.payments USING btree (loan_id, request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX payout_accounts_due ON public.payout_accounts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payout_accounts_end ON public.payout_accounts USING btree (environment, last_four);
CREATE INDEX payout_accounts_merchant ON public.payout_accounts USING btree (merchant_id, id);
CREATE INDEX payout_accounts_unnamed ON public.payout_accounts USING btree (environment, id) WHERE (verified_at IS NULL);
CREATE UNIQUE INDEX payouts_disbursement ON public.payouts USING btree (loan_id) WHERE ((purpose = 'DISBURSEMENT'::text) AND (status = ANY (ARRAY['HELD'::text, 'PENDING'::text, 'CONFIRMED'::text])) AND (reversed_at IS NULL));
CREATE INDEX payouts_due ON public.payouts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX payouts_held ON public.payouts USING btree (environment, id) WHERE (status = 'HELD'::text);
CREATE INDEX payouts_loan ON public.payouts USING btree (loan_id, id);
CREATE INDEX payouts_open ON public.payouts USING btree (environment, id) WHERE ((status = 'PENDING'::text) OR ((status = 'FAILED'::text) AND (waits_for = 'PERSON'::text)));
CREATE INDEX payouts_paid ON public.payouts USING btree (rail_id, finished_at) WHERE (status = 'CONFIRMED'::text);
CREATE INDEX payouts_rail ON public.payouts USING btree (rail_id, id) WHERE ((status = 'PENDING'::text) AND (rail_id IS NOT NULL));
CREATE UNIQUE INDEX payouts_reference ON public.payouts USING btree (reference);
CREATE UNIQUE INDEX payouts_refund ON public.payouts USING btree (loan_id) WHERE ((purpose = 'REFUND'::text) AND (status = 'PENDING'::text));
CREATE INDEX phone_codes_age ON public.phone_codes USING btree (created_at);
CREATE INDEX phone_codes_asked ON public.phone_codes USING btree (asked_from, created_at);
CREATE INDEX phone_codes_due ON public.phone_codes USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX phone_codes_number ON public.phone_codes USING btree (phone_number, created_at);
CREATE INDEX phone_codes_user ON public.phone_codes USING btree (user_id, created_at);
CREATE INDEX proposals_account ON public.proposals USING btree (((evidence ->> 'accountId'::text)), id) WHERE ((evidence ->> 'accountId'::text) IS NOT NULL);
CREATE UNIQUE INDEX proposals_open ON public.proposals USING btree (kind, subject_id) WHERE (decision IS NULL);
CREATE INDEX proposals_subject ON public.proposals USING btree (subject_id, id);
CREATE INDEX proposals_waiting ON public.proposals USING btree (expires_at) WHERE (decision IS NULL);
CREATE UNIQUE INDEX rails_account ON public.rails USING btree (kind, integration, domain) WHERE (state <> 'TRIED'::text);
CREATE UNIQUE INDEX rails_active ON public.rails USING btree (lender_id) WHERE (state = 'ACTIVE'::text);
CREATE INDEX rails_lender ON public.rails USING btree (lender_id, id);
CREATE INDEX refresh_tokens_session ON public.refresh_tokens USING btree (session_id);
CREATE INDEX remittance_breaks_open ON public.remittance_breaks USING btree (lender_id, id) WHERE (closed_at IS NULL);
CREATE UNIQUE INDEX remittance_breaks_subject ON public.remittance_breaks USING btree (lender_id, COALESCE(remitter_id, ''::text), subject) WHERE (closed_at IS NULL);
CREATE INDEX remittance_changes_loan ON public.remittance_changes USING btree (loan_id);
CREATE INDEX remittance_items_loan ON public.remittance_items USING btree (loan_id, due_on);
CREATE UNIQUE INDEX remittance_matches_line ON public.remittance_matches USING btree (line_id);
CREATE UNIQUE INDEX remittance_receipts_once ON public.remittance_receipts USING btree (lender_id, bank_reference);
CREATE INDEX remittance_receipts_remitter ON public.remittance_receipts USING btree (remitter_id, id);
CREATE INDEX remitters_lender ON public.remitters USING btree (lender_id);
CREATE UNIQUE INDEX remitters_pair ON public.remitters USING btree (marketplace_id, environment, lender_id);
CREATE UNIQUE INDEX remitters_reference ON public.remitters USING btree (reference);
CREATE INDEX repayment_events_any_order ON public.repayment_events USING btree (marketplace_id, environment, order_id) WHERE (order_id IS NOT NULL);
CREATE UNIQUE INDEX repayment_events_fact ON public.repayment_events USING btree (loan_id, type, reference) WHERE (effect <> ALL (ARRAY['NONE'::text, 'DUPLICATE'::text]));
CREATE INDEX repayment_events_loan ON public.repayment_events USING btree (loan_id, id);
CREATE INDEX repayment_events_merchant ON public.repayment_events USING btree (merchant_id, received_at);
CREATE INDEX repayment_events_newest ON public.repayment_events USING btree (marketplace_id, environment, received_at);
CREATE INDEX repayment_events_occurred ON public.repayment_events USING btree (merchant_id, occurred_at);
CREATE INDEX repayment_events_order ON public.repayment_events USING btree (merchant_id, order_id) WHERE (order_id IS NOT NULL);
CREATE INDEX repayment_events_original ON public.repayment_events USING btree (loan_id, original_reference) WHERE (original_reference IS NOT NULL);
CREATE INDEX repayment_events_other_source ON public.repayment_events USING btree (merchant_id, other_source) WHERE (other_source IS NOT NULL);
CREATE INDEX repayment_events_other_source_at ON public.repayment_events USING btree (merchant_id, source_at) WHERE (other_source IS NOT NULL);
CREATE INDEX repayment_events_reference ON public.repayment_events USING btree (marketplace_id, environment, reference);
CREATE INDEX repayment_events_settlement ON public.repayment_events USING btree (settlement_id) WHERE (settlement_id IS NOT NULL);
CREATE INDEX repayment_events_source ON public.repayment_events USING btree (merchant_id, source_at) WHERE (order_id IS NOT NULL);
CREATE INDEX repayment_events_unsourced ON public.repayment_events USING btree (merchant_id, occurred_at) WHERE ((order_id IS NULL) AND (type = 'repayment.deducted'::text));
CREATE INDEX request_gaps_age ON public.request_gaps USING btree (at);
CREATE INDEX request_log_age ON public.request_log USING btree (at);
CREATE INDEX request_log_class ON public.request_log USING btree (marketplace_id, environment, status_class, id);
CREATE INDEX request_log_operation ON public.request_log USING btree (marketplace_id, environment, operation, status_class, id);
CREATE INDEX request_log_request ON public.request_log USING btree (marketplace_id, environment, request_id);
CREATE INDEX sale_decisions_merchant ON public.sale_decisions USING btree (merchant_id);
CREATE INDEX sales_events_any_order ON public.sales_events USING btree (marketplace_id, environment, order_id);
CREATE INDEX sales_events_merchant ON public.sales_events USING btree (merchant_id, occurred_at);
CREATE INDEX sales_events_merchant_order ON public.sales_events USING btree (merchant_id, order_id);
CREATE INDEX sales_events_refund_of ON public.sales_events USING btree (merchant_id, refund_of) WHERE (refund_of IS NOT NULL);
CREATE INDEX scores_latest ON public.scores USING btree (merchant_id, submitted_at, submission_id);
CREATE INDEX scores_tier ON public.scores USING btree (marketplace_id, environment, risk_tier, merchant_id);
CREATE INDEX secret_keys_tenant ON public.secret_keys USING btree (marketplace_id, environment, id);
CREATE INDEX settlement_events_newest ON public.settlement_events USING btree (marketplace_id, environment, received_at);
CREATE INDEX settlement_events_settlement ON public.settlement_events USING btree (settlement_id, id);
CREATE INDEX settlements_due ON public.settlements USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX settlements_merchant ON public.settlements USING btree (merchant_id, period_start);
CREATE INDEX settlements_merchant_newest ON public.settlements USING btree (merchant_id, id);
CREATE INDEX settlements_newest ON public.settlements USING btree (marketplace_id, environment, id);
CREATE INDEX settlements_status ON public.settlements USING btree (marketplace_id, environment, match_status, id);
CREATE INDEX sign_in_places_age ON public.sign_in_places USING btree (last_at);
CREATE INDEX sign_ups_age ON public.sign_ups USING btree (expires_at);
CREATE INDEX sign_ups_email ON public.sign_ups USING btree (email);
CREATE UNIQUE INDEX statement_lines_line ON public.statement_lines USING btree (account_id, digest, number);
CREATE INDEX statement_lines_payment ON public.statement_lines USING btree (payment_id) WHERE (payment_id IS NOT NULL);
CREATE INDEX statement_lines_payout ON public.statement_lines USING btree (payout_id) WHERE (payout_id IS NOT NULL);
CREATE INDEX statement_lines_state ON public.statement_lines USING btree (account_id, state, id);
CREATE INDEX submissions_due ON public.submissions USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX submissions_failed ON public.submissions USING btree (marketplace_id, environment) WHERE (status = 'FAILED'::text);
CREATE INDEX submissions_merchant ON public.submissions USING btree (merchant_id, id);
CREATE INDEX submissions_newest ON public.submissions USING btree (marketplace_id, environment, submitted_at);
CREATE INDEX submissions_shared ON public.submissions USING btree (merchant_id, submitted_at, id, groups) WHERE (status <> 'FAILED'::text);
CREATE INDEX tally_changes_tenant ON public.tally_changes USING btree (marketplace_id, environment, name, day);
CREATE INDEX term_proposals_loan ON public.term_proposals USING btree (loan_id, id);
CREATE UNIQUE INDEX term_proposals_open ON public.term_proposals USING btree (loan_id) WHERE (decided_at IS NULL);
CREATE INDEX users_marketplace ON public.users USING btree (marketplace_id) WHERE (marketplace_id IS NOT NULL);
CREATE INDEX work_failures_stuck ON public.work_failures USING btree (first_failed_at) WHERE (failures >= 4);
CREATE INDEX work_reminders_age ON public.work_reminders USING btree (mailed_at);
CREATE TRIGGER agreements_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.agreements FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER collection_days_tallied AFTER INSERT ON public.collection_days FOR EACH ROW WHEN (((new.agreed <> 0) OR (new.taken <> 0) OR (new.missing <> 0) OR (new.excess <> 0))) EXECUTE FUNCTION public.record_collection_tallies();
CREATE TRIGGER collection_days_tallied_again AFTER UPDATE OF day, agreed, taken, missing, excess ON public.collection_days FOR EACH ROW WHEN ((((((old.day IS DISTINCT FROM new.day) OR (old.agreed IS DISTINCT FROM new.agreed)) OR (old.taken IS DISTINCT FROM new.taken)) OR (old.missing IS DISTINCT FROM new.missing)) OR (old.excess IS DISTINCT FROM new.excess))) EXECUTE FUNCTION public.record_collection_tallies();
CREATE TRIGGER collection_days_untallied AFTER DELETE ON public.collection_days FOR EACH ROW WHEN (((old.agreed <> 0) OR (old.taken <> 0) OR (old.missing <> 0) OR (old.excess <> 0))) EXECUTE FUNCTION public.record_collection_tallies();
CREATE TRIGGER connections_tallied AFTER INSERT ON public.connections REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.record_new_connections();
CREATE TRIGGER connections_tallied_again AFTER UPDATE ON public.connections FOR EACH ROW WHEN (((old.activated_at IS NULL) <> (new.activated_at IS NULL))) EXECUTE FUNCTION public.record_connected();
CREATE CONSTRAINT TRIGGER funding_requests_stage AFTER INSERT ON public.funding_requests DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.record_stage('REQUESTED');
CREATE TRIGGER funding_requests_tallied AFTER INSERT OR DELETE ON public.funding_requests FOR EACH ROW EXECUTE FUNCTION public.record_request_tallies();
CREATE TRIGGER funding_requests_tallied_again AFTER UPDATE ON public.funding_requests FOR EACH ROW WHEN (((((old.status IS DISTINCT FROM new.status) OR (old.failure_reason IS DISTINCT FROM new.failure_reason)) OR (old.created_at IS DISTINCT FROM new.created_at)) OR (old.amount_requested IS DISTINCT FROM new.amount_requested))) EXECUTE FUNCTION public.record_request_tallies();
CREATE TRIGGER journals_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.journals FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER journals_entries AFTER INSERT ON public.journals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.require_entries();
CREATE TRIGGER kyc_records_tallied AFTER INSERT ON public.kyc_records FOR EACH ROW WHEN (((new.submitted_at IS NOT NULL) OR (new.status = 'APPROVED'::text))) EXECUTE FUNCTION public.record_kyc_stages();
CREATE TRIGGER kyc_records_tallied_again AFTER UPDATE ON public.kyc_records FOR EACH ROW WHEN ((((old.submitted_at IS NULL) <> (new.submitted_at IS NULL)) OR ((old.status = 'APPROVED'::text) <> (new.status = 'APPROVED'::text)))) EXECUTE FUNCTION public.record_kyc_stages();
CREATE TRIGGER ledger_entries_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER ledger_entries_balance AFTER INSERT ON public.ledger_entries REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.require_balance();
CREATE CONSTRAINT TRIGGER loans_stage_born_funded AFTER INSERT ON public.loans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((new.disbursed_at IS NOT NULL)) EXECUTE FUNCTION public.record_stage('FUNDED');
CREATE CONSTRAINT TRIGGER loans_stage_funded AFTER UPDATE OF disbursed_at ON public.loans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (((old.disbursed_at IS NULL) AND (new.disbursed_at IS NOT NULL))) EXECUTE FUNCTION public.record_stage('FUNDED');
CREATE CONSTRAINT TRIGGER loans_stage_offered AFTER INSERT ON public.loans DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION public.record_stage('OFFERED');
CREATE TRIGGER loans_tallied AFTER INSERT OR DELETE ON public.loans FOR EACH ROW EXECUTE FUNCTION public.record_loan_tallies();
CREATE TRIGGER loans_tallied_again AFTER UPDATE OF status, disbursed_at, completed_at, written_off_at, approved_at, principal ON public.loans FOR EACH ROW WHEN (((((((old.status IS DISTINCT FROM new.status) OR (old.disbursed_at IS DISTINCT FROM new.disbursed_at)) OR (old.completed_at IS DISTINCT FROM new.completed_at)) OR (old.written_off_at IS DISTINCT FROM new.written_off_at)) OR (old.approved_at IS DISTINCT FROM new.approved_at)) OR (old.principal IS DISTINCT FROM new.principal))) EXECUTE FUNCTION public.record_loan_tallies();
CREATE TRIGGER merchants_tallied AFTER INSERT ON public.merchants REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.record_new_merchants();
CREATE TRIGGER remittance_receipts_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.remittance_receipts FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER repayment_events_remitted AFTER INSERT ON public.repayment_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION public.note_remittance();
CREATE TRIGGER repayment_events_remitted_again AFTER UPDATE OF effect, settlement_id ON public.repayment_events FOR EACH ROW WHEN (((old.effect IS DISTINCT FROM new.effect) OR (old.settlement_id IS DISTINCT FROM new.settlement_id))) EXECUTE FUNCTION public.note_remittance_again();
CREATE TRIGGER settlement_corrections_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON public.settlement_corrections FOR EACH STATEMENT EXECUTE FUNCTION public.refuse_change();
CREATE TRIGGER settlements_remitted AFTER UPDATE OF transferred_at ON public.settlements FOR EACH ROW WHEN ((old.transferred_at IS DISTINCT FROM new.transferred_at)) EXECUTE FUNCTION public.note_remittances_of();
ALTER TABLE ONLY public.account_flag_events
    ADD CONSTRAINT account_flag_events_marketplace_id_environment_merchant_id_merc FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.account_phones
    ADD CONSTRAINT account_phones_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.account_sessions
    ADD CONSTRAINT account_sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT agreements_id_loans_id_fk FOREIGN KEY (id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.agreements
    ADD CONSTRAINT agreements_marketplace_id_environment_merchant_id_merchants_mar FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.api_secrets
    ADD CONSTRAINT api_secrets_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.authorization_attempts
    ADD CONSTRAINT authorization_attempts_marketplace_id_environment_merchant_id_m FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.authorization_attempts
    ADD CONSTRAINT authorization_attempts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.bank_statements
    ADD CONSTRAINT bank_statements_account_id_lender_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.lender_accounts(id);
ALTER TABLE ONLY public.bank_statements
    ADD CONSTRAINT bank_statements_imported_by_users_id_fk FOREIGN KEY (imported_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.bank_statements
    ADD CONSTRAINT bank_statements_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.breaks
    ADD CONSTRAINT breaks_marketplace_id_environment_merchant_id_merchants_marketp FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.collection_days
    ADD CONSTRAINT collection_days_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.complaints
    ADD CONSTRAINT complaints_answered_by_users_id_fk FOREIGN KEY (answered_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.complaints
    ADD CONSTRAINT complaints_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.complaints
    ADD CONSTRAINT complaints_marketplace_id_environment_merchant_id_merchants_mar FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.complaints
    ADD CONSTRAINT complaints_taken_by_users_id_fk FOREIGN KEY (taken_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.connections
    ADD CONSTRAINT connections_marketplace_id_environment_merchant_id_merchants_ma FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.data_accesses
    ADD CONSTRAINT data_accesses_marketplace_id_environment_merchant_id_merchants_ FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.data_accesses
    ADD CONSTRAINT data_accesses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.data_sources
    ADD CONSTRAINT data_sources_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.deliveries
    ADD CONSTRAINT deliveries_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES public.events(id);
ALTER TABLE ONLY public.delivery_attempts
    ADD CONSTRAINT delivery_attempts_delivery_id_deliveries_id_fk FOREIGN KEY (delivery_id) REFERENCES public.deliveries(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.directors
    ADD CONSTRAINT directors_kyc_id_kyc_records_id_fk FOREIGN KEY (kyc_id) REFERENCES public.kyc_records(id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_file_id_files_id_fk FOREIGN KEY (file_id) REFERENCES public.files(id);
ALTER TABLE ONLY public.documents
    ADD CONSTRAINT documents_kyc_id_kyc_records_id_fk FOREIGN KEY (kyc_id) REFERENCES public.kyc_records(id);
ALTER TABLE ONLY public.drafts
    ADD CONSTRAINT drafts_marketplace_id_environment_merchant_id_merchants_marketp FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.embedding_origins
    ADD CONSTRAINT embedding_origins_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_marketplace_id_environment_merchant_id_merchants_marketp FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_marketplace_id_environment_merchant_id_merchants_marketpl FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.funding_requests
    ADD CONSTRAINT funding_requests_marketplace_id_environment_merchant_id_merchan FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.go_live_requests
    ADD CONSTRAINT go_live_requests_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_kyc_id_kyc_records_id_fk FOREIGN KEY (kyc_id) REFERENCES public.kyc_records(id);
ALTER TABLE ONLY public.identity_checks
    ADD CONSTRAINT identity_checks_of_director FOREIGN KEY (kyc_id, identity_digest) REFERENCES public.directors(kyc_id, identity_digest) ON DELETE CASCADE;
ALTER TABLE ONLY public.identity_consents
    ADD CONSTRAINT identity_consents_kyc_id_kyc_records_id_fk FOREIGN KEY (kyc_id) REFERENCES public.kyc_records(id);
ALTER TABLE ONLY public.inbound_refusals
    ADD CONSTRAINT inbound_refusals_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.instruction_batches
    ADD CONSTRAINT instruction_batches_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.instruction_batches
    ADD CONSTRAINT instruction_batches_rail_id_rails_id_fk FOREIGN KEY (rail_id) REFERENCES public.rails(id);
ALTER TABLE ONLY public.instruction_lines
    ADD CONSTRAINT instruction_lines_batch_id_instruction_batches_id_fk FOREIGN KEY (batch_id) REFERENCES public.instruction_batches(id);
ALTER TABLE ONLY public.instruction_lines
    ADD CONSTRAINT instruction_lines_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(id);
ALTER TABLE ONLY public.instruction_lines
    ADD CONSTRAINT instruction_lines_payout_id_payouts_id_fk FOREIGN KEY (payout_id) REFERENCES public.payouts(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_invited_by_users_id_fk FOREIGN KEY (invited_by) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(id);
ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_payout_id_payouts_id_fk FOREIGN KEY (payout_id) REFERENCES public.payouts(id);
ALTER TABLE ONLY public.journals
    ADD CONSTRAINT journals_repayment_event_id_repayment_events_id_fk FOREIGN KEY (repayment_event_id) REFERENCES public.repayment_events(id);
ALTER TABLE ONLY public.kept_identities
    ADD CONSTRAINT kept_identities_kyc_id_kyc_records_id_fk FOREIGN KEY (kyc_id) REFERENCES public.kyc_records(id);
ALTER TABLE ONLY public.kyc_acceptances
    ADD CONSTRAINT kyc_acceptances_accepted_by_users_id_fk FOREIGN KEY (accepted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.kyc_acceptances
    ADD CONSTRAINT kyc_acceptances_kyc_id_kyc_records_id_fk FOREIGN KEY (kyc_id) REFERENCES public.kyc_records(id);
ALTER TABLE ONLY public.kyc_records
    ADD CONSTRAINT kyc_records_marketplace_id_environment_merchant_id_merchants_ma FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.kyc_records
    ADD CONSTRAINT kyc_records_taken_by_users_id_fk FOREIGN KEY (taken_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.ledger_entries
    ADD CONSTRAINT ledger_entries_journal_id_journals_id_fk FOREIGN KEY (journal_id) REFERENCES public.journals(id);
ALTER TABLE ONLY public.ledger_findings
    ADD CONSTRAINT ledger_findings_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.lender_accounts
    ADD CONSTRAINT lender_accounts_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.lender_products
    ADD CONSTRAINT lender_products_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.loan_changes
    ADD CONSTRAINT loan_changes_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.loan_contacts
    ADD CONSTRAINT loan_contacts_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.loan_contacts
    ADD CONSTRAINT loan_contacts_noted_by_users_id_fk FOREIGN KEY (noted_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.loan_installments
    ADD CONSTRAINT loan_installments_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.loan_reminders
    ADD CONSTRAINT loan_reminders_id_loans_id_fk FOREIGN KEY (id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.loan_watches
    ADD CONSTRAINT loan_watches_id_loans_id_fk FOREIGN KEY (id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_funding_request_id_funding_requests_id_fk FOREIGN KEY (funding_request_id) REFERENCES public.funding_requests(id);
ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_marketplace_id_environment_merchant_id_merchants_marketpl FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.loans
    ADD CONSTRAINT loans_payout_account_id_payout_accounts_id_fk FOREIGN KEY (payout_account_id) REFERENCES public.payout_accounts(id);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_marketplace_id_environment_merchant_id_merchants_marketpl FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.mandate_links
    ADD CONSTRAINT mandate_links_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.mandate_links
    ADD CONSTRAINT mandate_links_payout_account_id_payout_accounts_id_fk FOREIGN KEY (payout_account_id) REFERENCES public.payout_accounts(id);
ALTER TABLE ONLY public.mandates
    ADD CONSTRAINT mandates_form_file_id_files_id_fk FOREIGN KEY (form_file_id) REFERENCES public.files(id);
ALTER TABLE ONLY public.mandates
    ADD CONSTRAINT mandates_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.mandates
    ADD CONSTRAINT mandates_payout_account_id_payout_accounts_id_fk FOREIGN KEY (payout_account_id) REFERENCES public.payout_accounts(id);
ALTER TABLE ONLY public.mandates
    ADD CONSTRAINT mandates_rail_id_rails_id_fk FOREIGN KEY (rail_id) REFERENCES public.rails(id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.merchants
    ADD CONSTRAINT merchants_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.oauth_access_tokens
    ADD CONSTRAINT oauth_access_tokens_grant_id_oauth_grants_id_fk FOREIGN KEY (grant_id) REFERENCES public.oauth_grants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_clients
    ADD CONSTRAINT oauth_clients_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.oauth_codes
    ADD CONSTRAINT oauth_codes_grant_id_oauth_grants_id_fk FOREIGN KEY (grant_id) REFERENCES public.oauth_grants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_client_id_oauth_clients_id_fk FOREIGN KEY (client_id) REFERENCES public.oauth_clients(id);
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_marketplace_id_environment_merchant_id_merchants_m FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.oauth_grants
    ADD CONSTRAINT oauth_grants_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id);
ALTER TABLE ONLY public.oauth_refresh_tokens
    ADD CONSTRAINT oauth_refresh_tokens_grant_id_oauth_grants_id_fk FOREIGN KEY (grant_id) REFERENCES public.oauth_grants(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.payment_promises
    ADD CONSTRAINT payment_promises_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.payment_promises
    ADD CONSTRAINT payment_promises_taken_by_users_id_fk FOREIGN KEY (taken_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_mandate_id_mandates_id_fk FOREIGN KEY (mandate_id) REFERENCES public.mandates(id);
ALTER TABLE ONLY public.payments
    ADD CONSTRAINT payments_rail_id_rails_id_fk FOREIGN KEY (rail_id) REFERENCES public.rails(id);
ALTER TABLE ONLY public.payout_accounts
    ADD CONSTRAINT payout_accounts_marketplace_id_environment_merchant_id_merchant FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_payout_account_id_payout_accounts_id_fk FOREIGN KEY (payout_account_id) REFERENCES public.payout_accounts(id);
ALTER TABLE ONLY public.payouts
    ADD CONSTRAINT payouts_rail_id_rails_id_fk FOREIGN KEY (rail_id) REFERENCES public.rails(id);
ALTER TABLE ONLY public.phone_codes
    ADD CONSTRAINT phone_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.proposals
    ADD CONSTRAINT proposals_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.proposals
    ADD CONSTRAINT proposals_proposed_by_users_id_fk FOREIGN KEY (proposed_by) REFERENCES public.users(id);
ALTER TABLE ONLY public.rails
    ADD CONSTRAINT rails_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.reached_stages
    ADD CONSTRAINT reached_stages_marketplace_id_environment_merchant_id_merchants FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.recovery_codes
    ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_session_id_account_sessions_id_fk FOREIGN KEY (session_id) REFERENCES public.account_sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.remittance_breaks
    ADD CONSTRAINT remittance_breaks_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.remittance_breaks
    ADD CONSTRAINT remittance_breaks_remitter_id_remitters_id_fk FOREIGN KEY (remitter_id) REFERENCES public.remitters(id);
ALTER TABLE ONLY public.remittance_matches
    ADD CONSTRAINT remittance_matches_receipt_id_remittance_receipts_id_fk FOREIGN KEY (receipt_id) REFERENCES public.remittance_receipts(id);
ALTER TABLE ONLY public.remittance_receipts
    ADD CONSTRAINT remittance_receipts_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.remittance_receipts
    ADD CONSTRAINT remittance_receipts_remitter_id_remitters_id_fk FOREIGN KEY (remitter_id) REFERENCES public.remitters(id);
ALTER TABLE ONLY public.remitters
    ADD CONSTRAINT remitters_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.repayment_events
    ADD CONSTRAINT repayment_events_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.repayment_events
    ADD CONSTRAINT repayment_events_marketplace_id_environment_merchant_id_merchan FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.repayment_events
    ADD CONSTRAINT repayment_events_settlement_id_settlements_id_fk FOREIGN KEY (settlement_id) REFERENCES public.settlements(id);
ALTER TABLE ONLY public.sale_decisions
    ADD CONSTRAINT sale_decisions_break_id_breaks_id_fk FOREIGN KEY (break_id) REFERENCES public.breaks(id);
ALTER TABLE ONLY public.sale_decisions
    ADD CONSTRAINT sale_decisions_marketplace_id_environment_merchant_id_merchants FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.sales_events
    ADD CONSTRAINT sales_events_marketplace_id_environment_merchant_id_merchants_m FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_marketplace_id_environment_merchant_id_merchants_marketp FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.scores
    ADD CONSTRAINT scores_submission_id_submissions_id_fk FOREIGN KEY (submission_id) REFERENCES public.submissions(id);
ALTER TABLE ONLY public.second_factors
    ADD CONSTRAINT second_factors_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.secret_keys
    ADD CONSTRAINT secret_keys_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.settlement_corrections
    ADD CONSTRAINT settlement_corrections_settlement_id_settlements_id_fk FOREIGN KEY (settlement_id) REFERENCES public.settlements(id);
ALTER TABLE ONLY public.settlement_events
    ADD CONSTRAINT settlement_events_settlement_id_settlements_id_fk FOREIGN KEY (settlement_id) REFERENCES public.settlements(id);
ALTER TABLE ONLY public.settlements
    ADD CONSTRAINT settlements_marketplace_id_environment_merchant_id_merchants_ma FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.sign_in_places
    ADD CONSTRAINT sign_in_places_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES public.users(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.statement_formats
    ADD CONSTRAINT statement_formats_account_id_lender_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.lender_accounts(id);
ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_account_id_lender_accounts_id_fk FOREIGN KEY (account_id) REFERENCES public.lender_accounts(id);
ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_lender_id_lenders_id_fk FOREIGN KEY (lender_id) REFERENCES public.lenders(id);
ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES public.payments(id);
ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_payout_id_payouts_id_fk FOREIGN KEY (payout_id) REFERENCES public.payouts(id);
ALTER TABLE ONLY public.statement_lines
    ADD CONSTRAINT statement_lines_statement_id_bank_statements_id_fk FOREIGN KEY (statement_id) REFERENCES public.bank_statements(id);
ALTER TABLE ONLY public.submissions
    ADD CONSTRAINT submissions_marketplace_id_environment_merchant_id_merchants_ma FOREIGN KEY (marketplace_id, environment, merchant_id) REFERENCES public.merchants(marketplace_id, environment, id);
ALTER TABLE ONLY public.term_proposals
    ADD CONSTRAINT term_proposals_loan_id_loans_id_fk FOREIGN KEY (loan_id) REFERENCES public.loans(id);
ALTER TABLE ONLY public.users
    ADD CONSTRAINT users_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
ALTER TABLE ONLY public.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_marketplace_id_marketplaces_id_fk FOREIGN KEY (marketplace_id) REFERENCES public.marketplaces(id);
INSERT INTO public.chores (id, due_at) VALUES ('check-ledgers', now());
INSERT INTO public.chores (id, due_at) VALUES ('fold-tallies', now());
INSERT INTO public.chores (id, due_at) VALUES ('mail-waiting-work', now());
INSERT INTO public.chores (id, due_at) VALUES ('purge', now());
INSERT INTO public.chores (id, due_at) VALUES ('watch-remittances', now());
