import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { z } from "zod";
import { db, one } from "@/db/client";
import type { DueTable, TenantDueTable } from "@/db/columns";
import { bigint, rowsOf, timestamp } from "@/db/rows";
import { marketplaces } from "@/db/schema/marketplaces";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { later, minute, second } from "@/lib/kernel/calendar";
import { type BusinessTime, businessTimeOf, type RealTime, realTimeOf } from "@/lib/kernel/time";

/**
 * Rows that are work. `due_at` is business time: a row is due when its tenant's clock reaches it. `leased_until` is
 * real time, so that moving a clock never ends a lease. All functions but `makeDue` take real time and look up how far
 * each row's clock is ahead.
 */

/** A claimed row: whose it is, as its lane, and how many milliseconds its tenant's clock is ahead of real time. */
export type ClaimedRow = { id: string; lane: string; clockAhead: number };

const takenRow = z.strictObject({ id: z.string(), lane: z.string(), ahead: bigint });

const dueRow = z.strictObject({ task: z.string(), id: z.string(), taken: z.boolean() });
export type DueRow = z.input<typeof dueRow>;

const nextRow = z.strictObject({ next: timestamp.nullable() });

/** A question about the rows of one task, to be asked together with those of other tasks. */
export type Asked = readonly [task: string, query: SQL];

/** How long a worker keeps a row to itself; afterwards others may claim the rows of one that was killed. */
export const leaseFor = minute;

/** How long, where a provider is asked several questions one after another that may each take long. */
const longLease = 10 * minute;

/** By who works on a row, as long as nobody has taken it since. Live rows only, whose clock is the real one. */
export async function holdLonger(table: DueTable, id: string, now: BusinessTime): Promise<void> {
  const until = at(later(now, longLease));
  await db().execute(
    sql`update ${table} set leased_until = ${until} where ${table.id} = ${id} and leased_until is not null`,
  );
}

/** How far another worker's clock may be ahead: its lease is not to look like that of a row that failed. */
export const clockSlack = 5 * second;

const at = (moment: Date) => sql`${moment.toISOString()}::timestamptz`;
const milliseconds = (count: SQL | PgColumn) => sql`${count} * interval '1 millisecond'`;

/** The marketplaces whose clock the sandbox has moved, for a `with` clause: rarely any. */
const moved = sql`moved as materialized (
  select ${marketplaces.id} as marketplace_id, ${marketplaces.testClockAhead} as ahead,
    ${marketplaces.testClockMovedAt} as moved_at
  from ${marketplaces} where ${marketplaces.testClockAhead} > 0)`;

/** How far the clock of a row's tenant is ahead, in a statement that defines `moved`. */
function aheadOf({ marketplaceId, environment }: DueTable): SQL {
  if (!marketplaceId || !environment) return sql`0::bigint`;
  return sql`coalesce((select moved.ahead from moved
    where ${environment} = 'test' and moved.marketplace_id = ${marketplaceId}), 0)`;
}

/** Whose a row is: `marketplace/environment`, or an empty text for one of the service itself. */
function laneOf({ marketplaceId, environment }: DueTable): SQL {
  return marketplaceId && environment ? sql`concat(${marketplaceId}, '/', ${environment})` : sql`''`;
}

const isFree = (table: DueTable, realNow: RealTime) =>
  sql`(${table.leasedUntil} is null or ${table.leasedUntil} <= ${at(realNow)})`;

/**
 * Said beside a comparison with a clock that has to be looked up. Of that one alone the planner takes a third of the table to
 * fit, and reads it from end to end, where hardly a row has work left, as it knows of this one.
 */
const isEver = {
  until: ({ dueAt }: DueTable) => sql`${dueAt} <= 'infinity'::timestamptz`,
  after: ({ dueAt }: DueTable) => sql`${dueAt} > '-infinity'::timestamptz`,
};

/** Keeps a query to the rows of a tenant or, with null, to those of the service itself. */
function belongsTo({ marketplaceId, environment }: DueTable, owner: Tenant | null): SQL {
  if (owner && marketplaceId && environment) return sql`${inTenant({ marketplaceId, environment }, owner)}`;
  return owner || marketplaceId ? sql`false` : sql`true`;
}

/**
 * What a claim takes.
 * `owner`: rows of this tenant alone or, with null, of the service itself.
 * `full`: lanes of which it takes none.
 * `liveFirst`: rows of live data before all others. Where less of it is due than it takes, it reads past all that is due.
 * `within`: the only rows it takes, of a table that belongs to no tenant.
 */
type Which = { owner?: Tenant | null; full?: readonly string[]; liveFirst?: boolean; within?: SQL };

/**
 * The ids of up to `limit` rows that are due and not leased. No clock is behind real time, so what is due by real time
 * is due by every clock. Tenants whose clock is ahead are read one by one, so that a clock far ahead does not make the
 * query read everyone's future rows.
 */
function pick(table: DueTable, limit: number, realNow: RealTime, which: Which): SQL {
  const { owner, full = [], liveFirst = false, within = sql`true` } = which;
  const lock = sql`for update skip locked`;
  if (owner !== undefined) {
    return sql`select ${table.id} as id from ${table}
      where ${belongsTo(table, owner)} and ${within} and ${isEver.until(table)}
        and ${table.dueAt} <= ${businessNow(owner, realNow)}
        and ${isFree(table, realNow)}
      order by ${table.dueAt} limit ${limit} ${lock}`;
  }
  const mayTake = full.length > 0 ? sql`and ${laneOf(table)} <> all(${sql.param(full)}::text[])` : sql``;
  const dueIn = (data: SQL) => sql`(select ${table.id} as id from ${table}
    where ${table.dueAt} <= ${at(realNow)} and ${isFree(table, realNow)} ${mayTake} and ${within} ${data}
    order by ${table.dueAt} limit ${limit} ${lock})`;
  const { environment } = table;
  // One after another, not in one order: that would be made by sorting all that is due.
  const of = (one: string) =>
    sql`select ${sql.raw(one)}.id from ${dueIn(sql`and ${environment} = ${one}`)} ${sql.raw(one)}`;
  const due =
    liveFirst && environment
      ? sql`(select * from (${of("live")} union all ${of("test")}) either limit ${limit})`
      : dueIn(sql``);
  if (!table.marketplaceId || !table.environment) return sql`select by_real_time.id from ${due} by_real_time`;
  return sql`
    select either.id from (
      select by_real_time.id from ${due} by_real_time
      union all
      select by_own_clock.id from moved cross join lateral (
        select ${table.id} as id from ${table}
        where ${table.marketplaceId} = moved.marketplace_id and ${table.environment} = 'test'
          and ${table.dueAt} > ${at(realNow)} and ${table.dueAt} <= ${at(realNow)} + ${milliseconds(sql`moved.ahead`)}
          and ${isFree(table, realNow)} ${mayTake}
        order by ${table.dueAt} limit ${limit} ${lock}
      ) by_own_clock
    ) either limit ${limit}`;
}

/** Claims up to `limit` due rows for this worker; rows that another worker is just claiming are skipped. */
export async function claimDue(
  table: DueTable,
  limit: number,
  realNow: RealTime,
  which: Which = {},
): Promise<ClaimedRow[]> {
  const rows = await rowsOf(takenRow)`
    with ${moved}, due as materialized (${pick(table, limit, realNow, which)})
    update ${table} set leased_until = ${at(later(realNow, leaseFor))} from due where ${table.id} = due.id
    returning due.id, ${laneOf(table)} as lane, ${aheadOf(table)} as ahead`;
  return rows.map(({ id, lane, ahead }) => ({ id, lane, clockAhead: Number(ahead) }));
}

/** What the owner's clock shows at `realNow`, looked up once per statement. */
function businessNow(owner: Tenant | null, realNow: RealTime): SQL {
  if (owner?.environment !== "test") return at(realNow);
  return sql`(select ${at(realNow)} + ${milliseconds(marketplaces.testClockAhead)}
    from ${marketplaces} where ${eq(marketplaces.id, owner.marketplaceId)})`;
}

/** Also those of rows that wait after a failure. Only for a process that knows it is the only one. */
export async function releaseAll(table: DueTable, realNow: RealTime): Promise<void> {
  await db().execute(sql`update ${table} set leased_until = ${at(realNow)} where leased_until > ${at(realNow)}`);
}

/**
 * Keeps everybody from a row that failed until its next try. Its lease does that, not its due time, by which the work
 * may go; a worker's never lasts as long (`leaseFor`), but for the first of these delays.
 */
export async function postpone(table: DueTable, id: string, until: RealTime): Promise<void> {
  await db().execute(sql`
    update ${table} set leased_until = ${at(until)} where ${table.id} = ${id} and ${table.dueAt} is not null`);
}

/** Never waits: leased and locked rows are skipped. `businessTime`: the tenant's. Returns how many became due. */
export async function makeDue(
  tenant: Tenant,
  table: TenantDueTable,
  businessTime: BusinessTime,
  within: SQL = sql`true`,
): Promise<number> {
  const made = await rowsOf(z.strictObject({ id: z.string() }))`
    with waiting as materialized (
      select ${table.id} as id from ${table}
      where ${inTenant(table, tenant)} and ${table.dueAt} > ${at(businessTime)} and ${table.leasedUntil} is null and ${within}
      order by ${table.id} for no key update skip locked
    )
    update ${table} set due_at = ${at(businessTime)} from waiting where ${table.id} = waiting.id
    returning waiting.id`;
  return made.length;
}

/** Up to `limit`, leased or not; those not leased come first. None that waits after a failure. */
export function dueRows(table: DueTable, owner: Tenant, limit: number, realNow: RealTime): SQL {
  return sql`
    select ${table.id} as id, not ${isFree(table, realNow)} as taken from ${table}
    where ${belongsTo(table, owner)} and ${isEver.until(table)} and ${table.dueAt} <= ${businessNow(owner, realNow)}
      and (${isFree(table, realNow)} or ${table.leasedUntil} <= ${at(later(realNow, leaseFor + clockSlack))})
    order by taken limit ${limit}`;
}

/** For `readNext`: when this tenant's next row falls due, in business time; null when none is waiting. */
export function nextDue(table: DueTable, owner: Tenant, businessTime: BusinessTime): SQL {
  return sql`
    select min(${table.dueAt}) as next from ${table}
    where ${belongsTo(table, owner)} and ${table.dueAt} > ${at(businessTime)}`;
}

/**
 * When something can next be claimed of a tenant's rows or, with null, of the service's, in real time: `realNow` where
 * something is due and not leased, the end of its lease where it is leased. Null when nothing waits.
 */
export async function nextClaim(
  table: DueTable,
  owner: Tenant | null,
  realNow: RealTime,
  within: SQL = sql`true`,
): Promise<RealTime | null> {
  const mine = sql`${belongsTo(table, owner)} and ${within}`;
  const row = await rowsOf(nextRow)`
    with clock as materialized (select ${businessNow(owner, realNow)} as shows)
    select least(
      (select min(${table.dueAt}) from ${table} where ${mine} and ${isEver.after(table)} and ${table.dueAt} > (select shows from clock))
        - (select shows from clock) + ${at(realNow)},
      (select min(greatest(${table.leasedUntil}, ${at(realNow)})) from ${table}
        where ${mine} and ${isEver.until(table)} and ${table.dueAt} <= (select shows from clock))
    ) as next`.then(one);
  return row.next ? realTimeOf(row.next) : null;
}

/**
 * For `readDueLanes`: the lanes of a table in which something could have been claimed since `before` or longer: it is
 * due, its tenant's clock has not been moved since, and no lease has ended since. A lease that lasts longer than a
 * worker's is that of a row that waits after a failure: nobody is at work on it.
 */
export function dueLanes(table: DueTable, before: RealTime, realNow: RealTime, within: SQL = sql`true`): SQL {
  const { marketplaceId, environment, dueAt, leasedUntil } = table;
  const held = sql`${leasedUntil} > ${at(realNow)} and ${leasedUntil} <= ${at(later(realNow, leaseFor + clockSlack))}`;
  const row = (since: SQL | PgColumn) => sql`
    ${laneOf(table)} as lane, ${table.id} as id, greatest(${since}, ${leasedUntil}) as since, ${isFree(table, realNow)} as free,
    coalesce(${held}, false) as held from ${table}`;
  const byRealTime = sql`${dueAt} <= ${at(realNow)} and ${within}`;
  const lanes = sql`
    select lane, min(since) filter (where free) as since, min(id) filter (where free) as oldest, bool_or(held) as busy
    from due group by lane having min(since) filter (where free) <= ${at(before)}`;
  if (!marketplaceId || !environment) {
    return sql`with due as materialized (select ${row(dueAt)} where ${byRealTime}) ${lanes}`;
  }
  const byOwnClock = sql`greatest(${dueAt} - ${milliseconds(sql`coalesce(moved.ahead, 0)`)}, moved.moved_at)`;
  const owned = sql`${marketplaceId} = moved.marketplace_id and ${environment} = 'test'`;
  return sql`
    with ${moved}, due as materialized (
      select ${row(byOwnClock)} left join moved on ${owned} where ${byRealTime}
      union all
      select by_own_clock.* from moved cross join lateral (
        select ${row(byOwnClock)} where ${owned} and ${within}
          and ${dueAt} > ${at(realNow)} and ${dueAt} <= ${at(realNow)} + ${milliseconds(sql`moved.ahead`)}
      ) by_own_clock
    ) ${lanes}`;
}

/** In one statement, so that work that makes rows of another task due while it ends is never seen as neither. */
export async function readDueRows(asked: readonly Asked[]): Promise<DueRow[]> {
  if (asked.length === 0) return [];
  const parts = asked.map(([task, query]) => sql`select ${task}::text as task, id, taken from (${query}) waiting`);
  return rowsOf(dueRow)`${sql.join(parts, sql` union all `)}`;
}

export async function readNext(asked: readonly SQL[]): Promise<BusinessTime | null> {
  if (asked.length === 0) return null;
  const parts = asked.map((query) => sql`select next from (${query}) waiting`);
  const [row] = await rowsOf(nextRow)`select min(next) as next from (${sql.join(parts, sql` union all `)}) moments`;
  return row?.next ? businessTimeOf(row.next) : null;
}
