import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Tenant } from "@/lib/actor";
import { dateOf } from "@/lib/calendar";
import type { BusinessTime } from "@/lib/time";
import { db, nudge } from "./client";
import { rowsOf } from "./rows";

const watchRow = z.strictObject({ id: z.string() });
const loanDayRow = z.strictObject({ id: z.string(), day: z.string() });
const markedRow = z.strictObject({ due: z.array(z.string()) });

/**
 * Has a day computed again, of every loan of the merchant that could be collected then: a sale was reported, or the
 * terms, pauses or balance of a loan changed. In the caller's transaction, after the loan's lock and before anything
 * that touches the merchant's row: it locks the watches, and whoever has these may wait for the merchant.
 * @param mark.loanId the loan that changed, which counts even if it has ended.
 * @param mark.orderId the order that was told of: where a deduction named it, loans that have ended count too.
 */
export async function markDay(mark: {
  tenant: Tenant;
  merchantId: string;
  loanId?: string;
  orderId?: string;
  at: BusinessTime;
  now: BusinessTime;
}): Promise<void> {
  const { tenant, merchantId, loanId = null, orderId = null, at, now } = mark;
  const day = dateOf(at);
  const watches = await rowsOf(watchRow)`
    select w.id from loan_watches w join loans l on l.id = w.id
    where l.marketplace_id = ${tenant.marketplaceId} and l.environment = ${tenant.environment}
      and l.merchant_id = ${merchantId} and (${collectedOn(sql`l`, sql`${day}::date`)} or l.id = ${loanId}
        or l.disbursed_at is not null and exists (
          select from repayment_events r where r.merchant_id = l.merchant_id and r.order_id = ${orderId}))
    order by w.id for no key update of w`;
  await markLocked(
    watches.map(({ id }) => ({ id, day })),
    tenant,
    now,
  );
}

/** Has every day since a loan's completion computed again, before a reversal opens it again. */
export async function markSinceCompletion(loanId: string, tenant: Tenant, now: BusinessTime): Promise<void> {
  await db().execute(sql`select id from loan_watches where id = ${loanId} for no key update`);
  const days = await rowsOf(loanDayRow)`
    select distinct l.id, ${dayOf(sql`sold.at`)}::text as day
    from loans l cross join lateral (
      select s.occurred_at as at from sales_events s
      where s.merchant_id = l.merchant_id and s.occurred_at >= l.completed_at
      union all
      select r.source_at from repayment_events r
      where r.merchant_id = l.merchant_id and r.source_at >= l.completed_at and r.order_id is not null
    ) sold
    where l.id = ${loanId}`;
  await markLocked(days, tenant, now);
}

/** Has the days of other loans from one on computed again. Their watches are locked. */
export async function markLaterLoans(
  loanIds: readonly string[],
  from: string,
  tenant: Tenant,
  now: BusinessTime,
): Promise<void> {
  const days = await rowsOf(loanDayRow)`
    select loan_id as id, day::text from collection_days
    where loan_id = any(${sql.param([...loanIds])}::text[]) and day >= ${from}::date`;
  await markLocked(days, tenant, now);
}

/**
 * Whether what is told of a day can count for a loan. One from before its disbursement can: an order that was thought
 * to be a later one no longer counts.
 */
export function collectedOn(loan: SQL, day: SQL): SQL {
  return sql`(${loan}.disbursed_at is not null
    and (${loan}.completed_at is null or ${loan}.completed_at >= ${startOf(day)})
    and (${loan}.written_off_at is null or ${loan}.written_off_at >= ${startOf(day)}))`;
}

/** The UTC day of a moment, and the moment at which a day begins, in SQL. */
export function dayOf(moment: SQL): SQL {
  return sql`(${moment} at time zone 'UTC')::date`;
}

export function startOf(day: SQL): SQL {
  return sql`(${day}::timestamp at time zone 'UTC')`;
}

/**
 * The common tables `marked` and `waiting`, for a statement that has `to_mark` (loan_id, day, now) and `locked`, the
 * watches of these loans, locked. `waiting` has the ids of the watches that were made due.
 */
export function marking(): SQL {
  return sql`
    marked as (
      insert into collection_days as c (loan_id, marketplace_id, environment, day, stale)
      select w.id, w.marketplace_id, w.environment, m.day, true from locked w join to_mark m on m.loan_id = w.id
      on conflict (loan_id, day) do update set stale = true where not c.stale
    ),
    waiting as (
      update loan_watches w set due_at = soonest.at
      from (
        select w.id, greatest(max(m.now), min(w.rests_until)) as at
        from locked w join to_mark m on m.loan_id = w.id group by w.id
      ) soonest
      where w.id = soonest.id and (w.due_at is null or w.due_at > soonest.at)
      returning w.id, w.marketplace_id, w.due_at
    )`;
}

async function markLocked(
  days: readonly { id: string; day: string }[],
  tenant: Tenant,
  now: BusinessTime,
): Promise<void> {
  if (days.length === 0) return;
  const at = now.toISOString();
  const [marked] = await rowsOf(markedRow)`
    with to_mark as (
      select loan_id, day, ${at}::timestamptz as now
      from unnest(${sql.param(days.map(({ id }) => id))}::text[], ${sql.param(days.map(({ day }) => day))}::text[]::date[])
        m(loan_id, day)
    ),
    locked as (select * from loan_watches where id in (select loan_id from to_mark)),
    ${marking()}
    select array(select id from waiting where due_at <= ${at}) as due`;
  for (const id of marked?.due ?? []) nudge("watch-collection", id, tenant);
}
