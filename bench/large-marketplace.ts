import { readdirSync, readFileSync } from "node:fs";
import postgres from "postgres";

/**
 * Fills a marketplace's test data with a programme of a year: so many merchants, each with what one has (a connection, a KYC
 * record, a score, a funding request, a loan with its collection), and as many settlements, breaks, events and
 * deliveries. In a few statements, past verbs, triggers and references; the tallies are counted as the migration does.
 * @param databaseUrl of a superuser
 */
export async function fillMarketplace(databaseUrl: string, marketplaceId: string, count: number): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    await sql`set session_replication_role = replica`;
    await sql`set synchronous_commit = off`;
    await sql`set maintenance_work_mem = '256MB'`;
    for (const [table, columns] of Object.entries(tables)) {
      const names = Object.keys(columns);
      // Indexes are built in a fraction of the time that it takes to enter row by row.
      const indexes = await sql<{ name: string; made: string }[]>`
        select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index i
        where indrelid = ${table}::regclass and not exists (select from pg_constraint where conindid = i.indexrelid)`;
      for (const { name } of indexes) await sql.unsafe(`drop index ${name}`);
      await sql.unsafe(`insert into ${table} (marketplace_id, environment, ${names.join(", ")})
        select '${marketplaceId}', 'test', ${names.map((name) => columns[name]).join(", ")} from (
          select n, to_char(n, 'FM000000000000') as tag,
            date_trunc('milliseconds', now() - interval '360 days' * (1 - n::float8 / ${count})) as at
          from generate_series(1, ${count}) n
        ) row`);
      for (const { made } of indexes) await sql.unsafe(made);
    }
    for (const statement of counting()) await sql.unsafe(statement);
    await sql.unsafe("vacuum analyze");
  } finally {
    await sql.end();
  }
}

/** An id that sorts by number, as ids of the service do by time. */
const id = (prefix: string) => `'${prefix}_00000000000000' || tag`;
/** A number below 1024, the same for a row each time; what is drawn for one thing tells nothing about another. */
const drawn = (what: string) => `(hashint4extended(n, hashtext('${what}')) & 1023)`;
const oneOf = (what: string, values: string) => {
  const texts = values.split(" ").map((value) => `'${value}'`);
  return `(array[${texts}])[1 + ${drawn(what)} % ${texts.length}]`;
};
const merchant = { merchant_id: id("mer") };
const logged = "now() - interval '13 days' * (1 - n::float8 / 1000000)";
const amount = `(10 + ${drawn("amount")} % 90)::bigint * 1000000`;

const tables: Record<string, Record<string, string>> = {
  merchants: {
    id: id("mer"),
    third_party_customer_id: "'customer-' || left(md5(n::text), 12)",
    business_name: `${oneOf("first name", "Bright Golden Royal Blessed Prime Unity Lagoon Savannah")}
      || ' ' || ${oneOf("second name", "Foods Textiles Gadgets Beauty Stores Traders Kitchens Motors Farms")} || ' ' || n`,
    created_at: "at",
    announced_at: "at",
  },
  connections: {
    id: id("con"),
    ...merchant,
    status: oneOf("connection", "ACTIVE ACTIVE ACTIVE ACTIVE ACTIVE SUSPENDED DISCONNECTED PENDING"),
    created_at: "at",
    activated_at: `case when ${drawn("connection")} % 8 <> 7 then at end`,
  },
  kyc_records: {
    id: id("kyc"),
    ...merchant,
    status: oneOf("kyc", "APPROVED APPROVED APPROVED APPROVED SUBMITTED REJECTED PENDING"),
    submitted_at: `case when ${drawn("kyc")} % 7 <> 6 then at end`,
    created_at: "at",
  },
  submissions: { id: id("sub"), ...merchant, status: "'SCORED'", record: "''", submitted_at: "at" },
  scores: {
    id: id("scr"),
    ...merchant,
    submission_id: id("sub"),
    submitted_at: "at",
    model_version: "'bench'",
    limits: "'{}'::jsonb",
    risk_tier: oneOf("tier", "A B C D"),
    max_lending_cap: amount,
    result: `jsonb_build_object('totalScore', ${drawn("score")} % 100)`,
    computed_at: "at",
  },
  funding_requests: {
    id: id("fr"),
    ...merchant,
    amount_requested: amount,
    tenor_days: "90",
    purpose: "'Working capital'",
    financing_timeframe_days: "7",
    status: oneOf("request", "FULFILLED FULFILLED FULFILLED REJECTED CANCELLED PENDING"),
    failure_reason: `case when ${drawn("request")} % 6 = 3
      then ${oneOf("reason", "NO_CREDIT_SCORE ABOVE_LENDING_CAP SCORE_STALE OVERDUE_LOAN")} end`,
    created_at: "at",
    decided_at: "at",
  },
  loans: {
    id: id("loan"),
    ...merchant,
    reference: "'LN-' || tag",
    funding_request_id: id("fr"),
    lender_id: "'lnd_bench'",
    status: oneOf("loan", "ACTIVE ACTIVE REPAID REPAID DEFAULTED WRITTEN_OFF CANCELLED APPROVED"),
    principal: amount,
    interest_parts_per_million: "90000",
    interest: `${amount} * 9 / 100`,
    tenor_days: "90",
    deduction_basis_points: "1000",
    minimum_deduction: "10000",
    start_date: "at::date",
    due_date: "at::date + 90",
    approved_at: "at",
    offer_expires_at: "at + interval '7 days'",
    disbursed_at: `case when ${drawn("loan")} % 8 < 6 then at end`,
    completed_at: `case when ${drawn("loan")} % 8 in (2, 3) then least(now(), at + interval '80 days') end`,
    defaulted_at: `case when ${drawn("loan")} % 8 in (4, 5) then at end`,
    default_reason: `case when ${drawn("loan")} % 8 in (4, 5) then 'OVERDUE' end`,
    written_off_at: `case when ${drawn("loan")} % 8 = 5 then at end`,
    aging_since: `case when ${drawn("loan")} % 8 in (0, 1, 4) then at + interval '30 days' end`,
    cancelled_at: `case when ${drawn("loan")} % 8 = 6 then at end`,
    cancel_reason: `case when ${drawn("loan")} % 8 = 6 then 'EXPIRED' end`,
    received: `case when ${drawn("loan")} % 8 in (2, 3) then ${amount} * 109 / 100 else ${amount} / 2 end`,
  },
  collection_days: {
    loan_id: id("loan"),
    day: "at::date",
    agreed: `1000000 + ${drawn("day")} * 1000`,
    taken: `case when ${drawn("day")} % 9 = 0 then 500000 else 1000000 + ${drawn("day")} * 1000 end`,
    missing: `case when ${drawn("day")} % 9 = 0 then 500000 + ${drawn("day")} * 1000 else 0 end`,
    excess: "0",
    judged_at: "at",
  },
  settlements: {
    id: id("set"),
    ...merchant,
    reference: "'STL-' || n",
    net_amount: amount,
    gross_amount: amount,
    total_deductions: "0",
    period_start: "at",
    period_end: "at + interval '7 days'",
    transferred_at: "at + interval '8 days'",
    match_status: oneOf("match", "MATCHED MATCHED MATCHED PENDING BROKEN"),
    matched_amount: "0",
    created_at: "at",
  },
  breaks: {
    id: id("brk"),
    ...merchant,
    type: oneOf("type", "MISSING AMOUNT SHORT_DEDUCTION LATE"),
    subject: "'bench ' || n",
    loan_id: id("loan"),
    expected: "100000",
    actual: "0",
    evidence: "'{}'::jsonb",
    detected_at: "at",
    status: oneOf("break", "OPEN ANSWERED RESOLVED RESOLVED RESOLVED RESOLVED RESOLVED RESOLVED"),
    resolution: `case when ${drawn("break")} % 8 > 1 then 'ARRIVED' end`,
    resolved_at: `case when ${drawn("break")} % 8 > 1 then at end`,
  },
  events: {
    id: id("evt"),
    ...merchant,
    sequence: "1",
    type: oneOf("event", "loan.repayment_updated merchant.created kyc.approved loan.disbursed"),
    body: "'{}'",
    occurred_at: "at",
  },
  deliveries: {
    id: id("dlv"),
    event_id: id("evt"),
    status: `case when ${drawn("delivery")} < 10 then 'FAILED'
      when ${drawn("delivery")} < 20 then 'NOT_SENT' else 'DELIVERED' end`,
    attempts: "1",
    created_at: "at",
    finished_at: "at",
  },
  logged_requests: {
    id: `id_at('rql', ${logged}) || '0000' || tag`,
    request_id: "'req_' || tag",
    operation: oneOf("operation", "getMerchant upsertMerchant createFundingRequest getFundingOptions"),
    method: "'GET'",
    path: "'/api/v1/marketplace-api/merchants/' || n",
    status: `case when ${drawn("outcome")} < 10 then 500 when ${drawn("outcome")} < 30 then 409 else 200 end`,
    credential: "'secretKey'",
    duration_ms: `1 + ${drawn("duration")} % 30`,
    at: logged,
  },
};

/** What the migration does for the rows that were there before it. */
function counting(): string[] {
  const migrations = readdirSync("db/migrations").filter((name) => name.endsWith(".sql"));
  return migrations
    .flatMap((name) => readFileSync(`db/migrations/${name}`, "utf8").split("--> statement-breakpoint"))
    .filter((one) => /INSERT INTO "(tallies|reached_stages)"/.test(one))
    .flatMap((one) => [`truncate ${/INSERT INTO "(\w+)"/.exec(one)?.[1]}`, one])
    .concat("truncate tally_changes");
}
