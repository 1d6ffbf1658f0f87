import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { z } from "zod";
import { db } from "@/db/client";
import { bigint, rowsOf, timestamp } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { later, minute } from "@/lib/calendar";
import { type BusinessTime, businessTimeOf, type RealTime, realTimeOf } from "@/lib/time";

/**
 * Rows that are work. `due_at` is business time: a row is due when the clock of its tenant has come to it. `leased_until`
 * is real time, so that no jump of a clock takes a row out of a worker's hands. The functions here are given real time
 * (`makeDue` apart) and look up how far each row's clock is ahead.
 */

/** A table whose rows are work: see `dueColumns`. Rows that belong to no tenant have the world's clock. */
type DueTable = PgTable & { id: PgColumn; dueAt: PgColumn; leasedUntil: PgColumn } & {
  marketplaceId?: PgColumn;
  environment?: PgColumn;
};
export type TenantDueTable = DueTable & { marketplaceId: PgColumn; environment: PgColumn };

/** A row in a worker's hands, and how many milliseconds its tenant's clock is ahead of real time. */
export type ClaimedRow = { id: string; clockAhead: number };

const peekedRow = z.strictObject({ id: z.string(), marketplaceId: z.string() });
const takenRow = z.strictObject({ id: z.string(), ahead: bigint });
const againRow = z.strictObject({ again: timestamp.nullable() });

/** A tenant's row that is due. */
export const dueRow = z.strictObject({ id: z.string(), taken: z.boolean() });
export type DueRow = z.input<typeof dueRow>;

/** When the next one is due. */
export const nextRow = z.strictObject({ next: timestamp.nullable() });

/** How long a worker keeps a row to itself. What a killed worker had in hand is another's after this. */
export const leaseFor = minute;

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
const milliseconds = (count: SQL | PgColumn) => sql`${count} * interval '1 millisecond'`;

/** The marketplaces whose clock the sandbox has moved, as a first part of a `with`: seldom any. */
const moved = sql`moved as materialized (
  select ${marketplaces.id} as marketplace_id, ${marketplaces.testClockAhead} as ahead
  from ${marketplaces} where ${marketplaces.testClockAhead} > 0)`;

/** How far the clock of a row's tenant is ahead, where the table `moved` is at hand. */
function aheadOf({ marketplaceId, environment }: DueTable): SQL {
  if (!marketplaceId || !environment) return sql`0::bigint`;
  return sql`coalesce((select moved.ahead from moved
    where ${environment} = 'test' and moved.marketplace_id = ${marketplaceId}), 0)`;
}

const isFree = (table: DueTable, realNow: RealTime) =>
  sql`(${table.leasedUntil} is null or ${table.leasedUntil} <= ${at(realNow)})`;

/**
 * The ids of up to `limit` rows that are due and nobody has. What is due by real time is due by every clock, as none is
 * behind: the index on `due_at` finds it. Only then are the tenants looked at whose clock is ahead, each by itself, so that
 * one that is far ahead has nobody read the world's next year.
 */
function pick(table: DueTable, limit: number, realNow: RealTime, lock: SQL): SQL {
  const due = sql`(select ${table.id} as id from ${table}
    where ${table.dueAt} <= ${at(realNow)} and ${isFree(table, realNow)} order by ${table.dueAt} limit ${limit} ${lock})`;
  if (!table.marketplaceId || !table.environment) return sql`select by_world.id from ${due} by_world`;
  return sql`
    select either.id from (
      select by_world.id from ${due} by_world
      union all
      select ahead_of_world.id from moved cross join lateral (
        select ${table.id} as id from ${table}
        where ${table.marketplaceId} = moved.marketplace_id and ${table.environment} = 'test'
          and ${table.dueAt} > ${at(realNow)} and ${table.dueAt} <= ${at(realNow)} + ${milliseconds(sql`moved.ahead`)}
          and ${isFree(table, realNow)}
        order by ${table.dueAt} limit ${limit} ${lock}
      ) ahead_of_world
    ) either limit ${limit}`;
}

/** Rows that are due and nobody has, without taking them. */
export async function peekDue(
  table: DueTable,
  limit: number,
  realNow: RealTime,
): Promise<{ id: string; marketplaceId: string }[]> {
  return rowsOf(peekedRow)`
    with ${moved}, due as materialized (${pick(table, limit, realNow, sql``)})
    select ${table.id} as "id", ${table.marketplaceId ?? sql`''`} as "marketplaceId"
    from due join ${table} on ${table.id} = due.id`;
}

/** Takes up to `limit` due rows for this worker; rows that another worker is taking at this moment are skipped. */
export async function claimDue(table: DueTable, limit: number, realNow: RealTime): Promise<ClaimedRow[]> {
  return take(table, pick(table, limit, realNow, sql`for update skip locked`), realNow);
}

/** The same inside one tenant. */
export async function claimDueOf(
  tenant: Tenant,
  table: TenantDueTable,
  limit: number,
  realNow: RealTime,
): Promise<ClaimedRow[]> {
  const due = sql`select ${table.id} as id from ${table}
    where ${inTenant(table, tenant)} and ${table.dueAt} <= ${businessNow(tenant, realNow)} and ${isFree(table, realNow)}
    order by ${table.dueAt} limit ${limit} for update skip locked`;
  return take(table, due, realNow);
}

async function take(table: DueTable, due: SQL, realNow: RealTime): Promise<ClaimedRow[]> {
  const rows = await rowsOf(takenRow)`
    with ${moved}, due as materialized (${due})
    update ${table} set leased_until = ${at(later(realNow, leaseFor))} from due where ${table.id} = due.id
    returning due.id, ${aheadOf(table)} as ahead`;
  return rows.map(({ id, ahead }) => ({ id, clockAhead: Number(ahead) }));
}

/** What a tenant's clock shows when the world's shows `realNow`, as a value that is looked up once. */
function businessNow(tenant: Tenant, realNow: RealTime): SQL {
  if (tenant.environment === "live") return at(realNow);
  return sql`(select ${at(realNow)} + ${milliseconds(marketplaces.testClockAhead)}
    from ${marketplaces} where ${eq(marketplaces.id, tenant.marketplaceId)})`;
}

/**
 * What became of an attempt to take one row: taken, to be tried again then (in real time), or nothing to do on it any more.
 */
export type Claim = { taken: true; clockAhead: number } | { taken: false; again: RealTime | null };

/** Takes one row if it is due and nobody has it; otherwise says when it may be. */
export async function claimOne(table: DueTable, id: string, realNow: RealTime): Promise<Claim> {
  const by = (clock: SQL) => sql`${clock} - ${milliseconds(aheadOf(table))}`;
  const due = sql`select ${table.id} as id from ${table}
    where ${table.id} = ${id} and ${by(sql`${table.dueAt}`)} <= ${at(realNow)} and ${isFree(table, realNow)}
    for update skip locked`;
  const [claimed] = await take(table, due, realNow);
  if (claimed) return { taken: true, clockAhead: claimed.clockAhead };
  const [row] = await rowsOf(againRow)`
    with ${moved} select greatest(${by(sql`${table.dueAt}`)}, ${table.leasedUntil}) as again from ${table}
    where ${table.id} = ${id} and ${table.dueAt} is not null`;
  return { taken: false, again: row?.again ? realTimeOf(row.again) : null };
}

/** Gives back every row of the table that a worker has. Only for a process that knows it is the only one. */
export async function releaseAll(table: DueTable): Promise<void> {
  await db().execute(sql`update ${table} set leased_until = null where leased_until is not null`);
}

/**
 * Has a tenant's rows that wait for a later time fall due now. Leaves alone what a worker has, or what somebody else is
 * changing at this moment: it waits for nobody, so nobody waits for it in a circle.
 * @param businessTime the tenant's.
 */
export async function makeDue(
  tenant: Tenant,
  table: TenantDueTable,
  businessTime: BusinessTime,
  within: SQL = sql`true`,
): Promise<void> {
  await db().execute(sql`
    with waiting as materialized (
      select ${table.id} as id from ${table}
      where ${inTenant(table, tenant)} and ${table.dueAt} > ${at(businessTime)} and ${table.leasedUntil} is null and ${within}
      order by ${table.id} for no key update skip locked
    )
    update ${table} set due_at = ${at(businessTime)} from waiting where ${table.id} = waiting.id`);
}

/** Up to `limit` of this tenant's rows that are due, in a worker's hands or not; those nobody has come first. */
export async function dueRowsOf(
  tenant: Tenant,
  table: TenantDueTable,
  limit: number,
  realNow: RealTime,
): Promise<DueRow[]> {
  return rowsOf(dueRow)`
    select ${table.id} as id, not ${isFree(table, realNow)} as taken from ${table}
    where ${inTenant(table, tenant)} and ${table.dueAt} <= ${businessNow(tenant, realNow)}
    order by taken limit ${limit}`;
}

/** When the next of this tenant's rows will be due that is not yet, in business time; null: none waits. */
export async function nextDueOf(
  tenant: Tenant,
  table: TenantDueTable,
  businessTime: BusinessTime,
): Promise<BusinessTime | null> {
  const [row] = await rowsOf(nextRow)`
    select min(${table.dueAt}) as next from ${table}
    where ${inTenant(table, tenant)} and ${table.dueAt} > ${at(businessTime)}`;
  return row?.next ? businessTimeOf(row.next) : null;
}
