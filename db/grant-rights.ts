import type postgres from "postgres";

/** Besides by their triggers, the service's role has no right to change what is in them. */
const kept = {
  appendOnly: [
    "agreements",
    "audit_log",
    "journals",
    "ledger_entries",
    "remittance_receipts",
    "settlement_corrections",
  ],
  /** Until their time is over, which a trigger sees to. */
  unchanged: ["events"],
};

/** Whose the tables are, and who serves. */
export type Addresses = { ownerUrl: string; serviceUrl: string };

/** Grants the service's own role, if it has one, the rights it needs on the schema as it is in this transaction. */
export type GrantRights = (tx: postgres.TransactionSql) => Promise<void>;

/**
 * Makes what grants the service's role its rights, and no more: on tables whose rows are kept, to read and append. It belongs into
 * the transaction of each migration: from its commit on, triggers of the release that serves write into the new tables with that
 * role's rights.
 */
export function grantingTo({ ownerUrl, serviceUrl }: Addresses): GrantRights {
  const service = roleIn(serviceUrl);
  if (!service || service === roleIn(ownerUrl)) return async () => {};
  return async (tx) => {
    const role = tx(service);
    await tx`grant usage on schema public to ${role}`;
    await tx`grant select, insert, update, delete on all tables in schema public to ${role}`;
    await tx`grant usage, select on all sequences in schema public to ${role}`;
    const there = await tx<
      { name: string; ends: boolean }[]
    >`select relname as name, relname = any(${kept.unchanged}) as ends
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname = any(${[...kept.appendOnly, ...kept.unchanged]})`;
    for (const { name, ends } of there)
      await tx`revoke update, truncate${ends ? tx`` : tx`, delete`} on ${tx(name)} from ${role}`;
    // What its tables' owner does for it, and for nobody else.
    const acting = await tx<{ name: string }[]>`select p.oid::regprocedure::text as name from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prosecdef and p.proowner = current_user::regrole`;
    for (const { name } of acting) {
      await tx.unsafe(`revoke all on function ${name} from public`);
      await tx`grant execute on function ${tx.unsafe(name)} to ${role}`;
    }
    // By which it knows whether it may serve on this database (db/check-schema.ts).
    await tx`grant usage on schema drizzle to ${role}`;
    await tx`grant select on drizzle.__drizzle_migrations to ${role}`;
  };
}

function roleIn(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
