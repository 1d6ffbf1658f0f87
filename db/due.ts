import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { db } from "@/db/client";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { later, minute } from "@/lib/clock";

/** A table whose rows are work: see `dueColumns`. */
type DueTable = PgTable & { id: PgColumn; dueAt: PgColumn; leasedUntil: PgColumn };
type TenantDueTable = DueTable & { marketplaceId: PgColumn; environment: PgColumn };

/** How long a worker keeps a row to itself. What a killed worker had in hand is another's after this. */
export const leaseFor = minute;

function isDue(table: DueTable, now: Date): SQL {
  const at = now.toISOString();
  return sql`${table.dueAt} <= ${at} and (${table.leasedUntil} is null or ${table.leasedUntil} <= ${at})`;
}

/** Rows that are due and nobody has, without taking them. */
export async function peekDue(
  table: DueTable & { marketplaceId?: PgColumn },
  limit: number,
  now: Date,
): Promise<{ id: string; marketplaceId: string }[]> {
  return db().execute<{ id: string; marketplaceId: string }>(
    sql`select ${table.id} as "id", ${table.marketplaceId ?? sql`''`} as "marketplaceId" from ${table}
        where ${isDue(table, now)} order by ${table.dueAt} limit ${limit}`,
  );
}

/** Takes up to `limit` due rows for this worker; rows that another worker is taking at this moment are skipped. */
export async function claimDue(table: DueTable, limit: number, now: Date, within: SQL = sql`true`): Promise<string[]> {
  const until = later(now, leaseFor).toISOString();
  const rows = await db().execute<{ id: string }>(sql`
    with due as materialized (
      select ${table.id} as id from ${table}
      where ${isDue(table, now)} and ${within}
      order by ${table.dueAt} limit ${limit} for update skip locked
    )
    update ${table} set leased_until = ${until} from due where ${table.id} = due.id returning due.id`);
  return rows.map((row) => row.id);
}

/** The same inside one tenant. */
export async function claimDueOf(tenant: Tenant, table: TenantDueTable, limit: number, now: Date): Promise<string[]> {
  return claimDue(table, limit, now, inTenant(table, tenant));
}

/** What became of an attempt to take one row: taken, to be tried again then, or nothing to do on it any more. */
export type Claim = { taken: true } | { taken: false; again: Date | null };

/** Takes one row if it is due and nobody has it; otherwise says when it may be. */
export async function claimOne(table: DueTable, id: string, now: Date): Promise<Claim> {
  const claimed = await claimDue(table, 1, now, eq(table.id, id));
  if (claimed.length === 1) return { taken: true };
  const [row] = await db().execute<{ again: Date | null }>(
    sql`select greatest(${table.dueAt}, ${table.leasedUntil}) as again from ${table}
        where ${table.id} = ${id} and ${table.dueAt} is not null`,
  );
  return { taken: false, again: row?.again ? new Date(row.again) : null };
}

/** Gives back every row of the table that a worker has. Only for a process that knows it is the only one. */
export async function releaseAll(table: DueTable): Promise<void> {
  await db().execute(sql`update ${table} set leased_until = null where leased_until is not null`);
}

/**
 * Has a tenant's rows that wait for a later time fall due now. Leaves alone what a worker has, or what somebody else is
 * changing at this moment: it waits for nobody, so nobody waits for it in a circle.
 */
export async function makeDue(
  tenant: Tenant,
  table: TenantDueTable,
  now: Date,
  within: SQL = sql`true`,
): Promise<void> {
  const at = now.toISOString();
  await db().execute(sql`
    with waiting as materialized (
      select ${table.id} as id from ${table}
      where ${inTenant(table, tenant)} and ${table.dueAt} > ${at} and ${table.leasedUntil} is null and ${within}
      order by ${table.id} for no key update skip locked
    )
    update ${table} set due_at = ${at} from waiting where ${table.id} = waiting.id`);
}

/** Whether this tenant has rows that are due or in a worker's hands. */
export async function hasDue(tenant: Tenant, table: TenantDueTable, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const rows = await db().execute(
    sql`select 1 from ${table} where ${inTenant(table, tenant)} and ${table.dueAt} <= ${at} limit 1`,
  );
  return rows.length > 0;
}
