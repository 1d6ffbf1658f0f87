import type postgres from "postgres";

/** Append-only tables: besides their triggers, the service's role has no right to change them. */
const appendOnly = ["agreements", "journals", "ledger_entries", "settlement_corrections"];

/** Whose the tables are, and who serves. */
export type Addresses = { ownerUrl: string; serviceUrl: string };

/** Grants the service's own role, if it has one, the rights it needs on the schema as it is in this transaction. */
export type GrantRights = (tx: postgres.TransactionSql) => Promise<void>;

/**
 * Makes what grants the service's role its rights, and no more: on append-only tables, to read and append. It belongs into
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
    const there = await tx<{ name: string }[]>`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname = any(${appendOnly})`;
    if (there.length > 0)
      await tx`revoke update, delete, truncate on ${tx(there.map(({ name }) => name))} from ${role}`;
    // By which it knows whether it may serve on this database (db/check-schema.ts).
    await tx`grant usage on schema drizzle to ${role}`;
    await tx`grant select on drizzle.__drizzle_migrations to ${role}`;
  };
}

function roleIn(url: string): string {
  return decodeURIComponent(new URL(url).username);
}
