import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";

/** Rows that belong to a tenant by way of another table's row: how to find it. */
const children: Record<string, string> = {
  delivery_attempts: "join deliveries o on o.id = t.delivery_id",
  ledger_entries: "join journals o on o.id = t.journal_id",
  loan_installments: "join loans o on o.id = t.loan_id",
  oauth_access_tokens: "join oauth_grants o on o.id = t.grant_id",
  oauth_codes: "join oauth_grants o on o.id = t.grant_id",
  oauth_refresh_tokens: "join oauth_grants o on o.id = t.grant_id",
  remittance_breaks: "join remitters o on o.id = t.remitter_id",
  remittance_changes: "join repayment_events o on o.id = t.repayment_event_id",
  remittance_matches: "join remittance_receipts r on r.id = t.receipt_id join remitters o on o.id = r.remitter_id",
  remittance_receipts: "join remitters o on o.id = t.remitter_id",
};

/** Tables that belong to no marketplace. */
const common = [
  "account_mails",
  "account_phones",
  "account_sessions",
  "bank_statements",
  "chores",
  "demo_faults",
  "demo_grants",
  "engine_heartbeats",
  "engine_lanes",
  "failed_attempts",
  "inngest_calls",
  "invitations",
  "key_checks",
  "lender_products",
  "lenders",
  "lookup_counts",
  "phone_codes",
  "rails",
  "lender_accounts",
  "instruction_batches",
  "instruction_lines",
  "rate_windows",
  "recovery_codes",
  "refresh_tokens",
  "sandbox_state",
  "second_factors",
  "sign_in_places",
  "sign_ups",
  "statement_formats",
  "statement_lines",
  "users",
  "work_failures",
  "work_reminders",
  "work_traces",
];

// When a key was last used is noted at any request, also one that is refused.
const row = "(to_jsonb(t) - 'last_used_at' - 'previous_last_used_at')::text";

/**
 * How many rows every table has, and a digest of them, to show that nothing was stored. Spent allowances are left out: a
 * refused request uses one too.
 */
export async function storedState(): Promise<Record<string, string>> {
  const parts = (await tables())
    .filter(({ name }) => name !== "rate_windows")
    .map(
      // Hashes of the rows, added up: in no order, and several times as fast as one digest of all of them in JSON.
      ({ name, used }) =>
        `select '${name}' as name, count(*) || ' rows ' ||
          coalesce(sum(hashtextextended(${used ? row : "t::text"}, 0)), 0) as state from "${name}" t`,
    );
  // With a parameter, so that it is prepared: to plan it takes longer than to run it.
  const all = sql`${sql.raw(parts.join(" union all "))} limit ${parts.length}`;
  const states = await db().execute<{ name: string; state: string }>(all);
  return Object.fromEntries(states.map(({ name, state }) => [name, state]));
}

/**
 * Every row of a tenant by table, byte for byte: its own, those that hang on them, its keys and its marketplace.
 * @throws Error when a table is new and nobody has said whose its rows are
 */
export async function tenantRows(tenant: Tenant): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  for (const { name, owned } of await tables()) {
    if (common.includes(name)) continue;
    const join = children[name];
    const owner = join ? "o" : "t";
    if (!owned && !join && name !== "marketplaces") throw new Error(`Whose are the rows of ${name}?`);
    const mine =
      name === "marketplaces"
        ? sql`id = ${tenant.marketplaceId}`
        : sql`${sql.raw(owner)}.marketplace_id = ${tenant.marketplaceId}
            and ${sql.raw(owner)}.environment = ${tenant.environment}`;
    const found = await db().execute<{ r: string }>(
      sql`select ${sql.raw(row)} as r from ${sql.raw(`"${name}" t ${join ?? ""}`)} where ${mine} order by 1`,
    );
    rows[name] = found.map(({ r }) => r);
  }
  return rows;
}

type Table = { name: string; owned: boolean; used: boolean };
let known: Promise<Table[]> | undefined;

/** Every table, whether its rows say themselves whose they are, and whether they say when they were last used. */
function tables(): Promise<Table[]> {
  known ??= db()
    .execute<Table>(sql`
      select t.table_name as name, count(c.column_name) filter (where c.column_name <> 'last_used_at') = 2 as owned,
        count(c.column_name) filter (where c.column_name = 'last_used_at') = 1 as used
      from information_schema.tables t
      left join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
        and c.column_name in ('marketplace_id', 'environment', 'last_used_at')
      where t.table_schema = 'public' and t.table_type = 'BASE TABLE'
      group by t.table_name order by t.table_name`)
    .then((rows) => [...rows]);
  return known;
}
