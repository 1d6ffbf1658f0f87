import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { environments, type Tenant, tenantOf } from "@/lib/kernel/actor";
import { dateOf } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { beforeCommit, db, wakeWorkers } from "./client";
import { rowsOf } from "./rows";
import { loanWatches } from "./schema/loan-watches";

const loanDayRow = z.strictObject({ loanId: z.string(), day: z.string() });
const dueRow = z.strictObject({
  id: z.string(),
  marketplaceId: z.string(),
  environment: z.enum(environments),
  due: z.boolean(),
});

/**
 * Has a day computed again, or several, of every loan of the merchant that could be collected then: a sale was reported, or the
 * terms, pauses or balance of a loan changed.
 * @param mark.loanId the loan that changed, which counts even if it has ended.
 * @param mark.orderId the order that was told of: where a deduction named it, loans that have ended count too.
 */
export async function markDay(mark: {
  tenant: Tenant;
  merchantId: string;
  loanId?: string;
  orderId?: string;
  at: BusinessTime | readonly BusinessTime[];
  now: BusinessTime;
}): Promise<void> {
  const { tenant, merchantId, loanId = null, orderId = null, at, now } = mark;
  const days = sql.param([at].flat().map(dateOf));
  const found = await rowsOf(loanDayRow)`
    select l.id as "loanId", told.day::text from loans l cross join unnest(${days}::text[]::date[]) told(day)
    where l.marketplace_id = ${tenant.marketplaceId} and l.environment = ${tenant.environment}
      and l.merchant_id = ${merchantId} and (${collectedOn(sql`l`, sql`told.day`)} or l.id = ${loanId}
        or l.disbursed_at is not null and exists (
          select from repayment_events r where r.merchant_id = l.merchant_id and r.order_id = ${orderId}))
    order by l.id`;
  await markDays(found.map((one) => ({ ...one, now: now.toISOString() })));
}

/** Before a reversal opens it again; also of later loans of the merchant, whose share an earlier one lessens. */
export async function markSinceCompletion(loanId: string, now: BusinessTime): Promise<void> {
  const days = await rowsOf(loanDayRow)`
    select distinct asking.id as "loanId", sold.day::text
    from loans l cross join lateral (${daysSold(sql`l.merchant_id`, sql`l.completed_at`)}) sold
    join loans asking on asking.merchant_id = l.merchant_id and (asking.id = l.id
      or asking.disbursed_at >= l.disbursed_at and ${collectedOn(sql`asking`, sql`sold.day`)})
    where l.id = ${loanId}`;
  await markDays(days.map((one) => ({ ...one, now: now.toISOString() })));
}

/**
 * Has the days of other loans from one on computed again, also those of which nothing was kept: all of it was asked for an
 * earlier loan. Their watches are locked.
 */
export async function markLaterLoans(loanIds: readonly string[], from: string, now: BusinessTime): Promise<void> {
  const ids = sql.param([...loanIds]);
  const days = await rowsOf(loanDayRow)`
    select loan_id as "loanId", day::text from collection_days
    where loan_id = any(${ids}::text[]) and day >= ${from}::date
    union
    select l.id, sold.day::text
    from loans l cross join lateral (${daysSold(sql`l.merchant_id`, startOf(sql`${from}::date`))}) sold
    where l.id = any(${ids}::text[]) and ${collectedOn(sql`l`, sql`sold.day`)}`;
  await markDays(days.map((one) => ({ ...one, now: now.toISOString() })));
}

/** The days from a moment on for which something was told that is asked of, or was. */
const daysSold = (merchantId: SQL, from: SQL) => sql`
  select ${dayOf(sql`s.occurred_at`)} as day from sales_events s
  where s.merchant_id = ${merchantId} and s.occurred_at >= ${from}
  union all
  select ${dayOf(sql`r.source_at`)} from repayment_events r
  where r.merchant_id = ${merchantId} and r.source_at >= ${from} and r.order_id is not null`;

/**
 * Whether what is told of a day can count for a loan. One from before its disbursement can: an order that was thought
 * to be a later one no longer counts. So can one from after its end, if more was taken then or later: the sales behind it.
 */
export function collectedOn(loan: SQL, day: SQL): SQL {
  return sql`(${loan}.disbursed_at is not null
    and ((${loan}.completed_at is null or ${loan}.completed_at >= ${startOf(day)})
      and (${loan}.written_off_at is null or ${loan}.written_off_at >= ${startOf(day)})
      or exists (select from collection_days after
        where after.loan_id = ${loan}.id and after.day >= ${day} and after.excess > 0)))`;
}

/** The UTC day of a moment, and the moment at which a day begins, in SQL. */
export function dayOf(moment: SQL): SQL {
  return sql`(${moment} at time zone 'UTC')::date`;
}

export function startOf(day: SQL): SQL {
  return sql`(${day}::timestamp at time zone 'UTC')`;
}

type StaleDay = { loanId: string; day: string; now: string };

/**
 * Marks days of loans as stale, and makes their watches due where they are not, last in the caller's transaction. Locks
 * the watches in the order of their ids; a day that is marked already is not written again.
 * @param days.now of the loan's tenant: a list may have loans of several.
 */
export const markDays = beforeCommit(async (days: readonly StaleDay[]) => {
  if (days.length === 0) return;
  const ids = sql.param(days.map(({ loanId }) => loanId));
  await db().execute(sql`select id from loan_watches where id = any(${ids}::text[]) order by id for no key update`);
  // Another statement: one that waited for a lock re-reads only the locked rows.
  const rows = await rowsOf(dueRow)`
    with told(loan_id, day, now) as (
      select * from unnest(${ids}::text[], ${sql.param(days.map(({ day }) => day))}::text[]::date[],
        ${sql.param(days.map(({ now }) => now))}::text[]::timestamptz[])
    ),
    marked as (
      insert into collection_days as c (loan_id, marketplace_id, environment, day, stale)
      select distinct w.id, w.marketplace_id, w.environment, told.day, true from told join loan_watches w on w.id = told.loan_id
      on conflict (loan_id, day) do update set stale = true where not c.stale
    )
    update loan_watches w set due_at = soonest.at
    from (
      select w.id, max(told.now) as now, greatest(max(told.now), min(w.rests_until)) as at
      from told join loan_watches w on w.id = told.loan_id group by w.id
    ) soonest
    where w.id = soonest.id and (w.due_at is null or w.due_at > soonest.at)
    returning w.id, w.marketplace_id as "marketplaceId", w.environment, w.due_at <= soonest.now as due`;
  for (const row of rows) if (row.due) wakeWorkers(loanWatches, row.id, tenantOf(row));
});
