import { and, eq, inArray, sql } from "drizzle-orm";
import { z } from "zod";
import { db, wakeWorkers } from "@/db/client";
import { collectedOn, markDays } from "@/db/mark-collection";
import { rowsOf } from "@/db/rows";
import { repaymentEvents as reports } from "@/db/schema/data-events";
import { settlements } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { dateOf } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { everyMerchantOf, type Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { bookingTables, type PlannedJournal } from "@/lib/loans/ledger/book";
import { fingerprintOf, requireSame } from "@/lib/sales/data-events/receipt";
import type { RepaymentEvent } from "@/lib/sales/data-events/schema";
import type { RepaymentEffect } from "@/lib/terms/ledger/constants";
import type { Reversal } from "./effective-reversals";
import type { RepaymentFact } from "./repayment-fact";

export type RepaymentReceipt = { id: string; eventId: string; receivedAt: Date };

export type Report = {
  reach: Reach;
  eventId: string;
  merchantId: string;
  loanId: string;
  fact: RepaymentFact;
  /** The event as parsed, to be stored. */
  input: RepaymentEvent;
  /** As sent, with camelCase names; tells a repeated event from a different one. */
  raw: unknown;
  now: BusinessTime;
};

/** A report that has just arrived; the loan it names is not verified yet. */
export type Incoming = Omit<Report, "merchantId">;

export type NewReport = {
  id: string;
  report: Report;
  effect: RepaymentEffect;
  /** When the earlier reports happened whose effect this one may change. */
  concerns?: readonly Date[];
  /** Of a reversal: the moments whose days' collection it changes. */
  concerned?: readonly Date[];
};

const keptRow = z.strictObject({ ids: z.array(z.string()), woken: z.array(z.string()), unmarked: z.array(z.string()) });

/**
 * Booked only if all of them are new. A day of a report's own loan that is marked already is left alone: workers take
 * up days only under the lock that the caller has on the loan. `planned`: of loans that the caller has locked. Returns
 * the ids of the new ones; if any is not, nothing was booked.
 */
export async function storeReports(
  reports: readonly NewReport[],
  planned: readonly PlannedJournal[] = [],
): Promise<Set<string>> {
  // In one order, whoever stores them: of two lists with the same events, one would wait for the other and be waited for.
  const list = JSON.stringify(reports.map(rowOf).sort((one, other) => (eventKey(one) < eventKey(other) ? -1 : 1)));
  const days = daysToldOf(reports);
  const [kept] = await rowsOf(keptRow)`
    with r as materialized (
      select * from json_to_recordset(${list}::json) r(id text, marketplace_id text, environment text, event_id text,
        merchant_id text, loan_id text, type text, reference text, original_reference text, amount bigint, effect text,
        order_id text, other_source text, source_at timestamptz, source_amount bigint, body text, fingerprint text,
        occurred_at timestamptz, received_at timestamptz, moments timestamptz[])
    ),
    kept as (
      insert into repayment_events (id, marketplace_id, environment, event_id, merchant_id, loan_id, type, reference,
        original_reference, amount, effect, order_id, other_source, source_at, source_amount, body, fingerprint,
        occurred_at, received_at)
      select id, marketplace_id, environment, event_id, merchant_id, loan_id, type, reference, original_reference, amount,
        effect, order_id, other_source, source_at, source_amount, body, fingerprint, occurred_at, received_at from r
      on conflict do nothing
      returning id
    ),
    -- In one order, whoever wakes them: two loans of a merchant may fall into the same settlements.
    touched as materialized (
      select s.id as settlement_id, r.id, r.received_at
      from settlements s
      join r on s.merchant_id = r.merchant_id
        and (exists (select from unnest(r.moments) moment where s.period_start <= moment and s.period_end > moment)
          or r.reference = any(s.deduction_references) or r.original_reference = any(s.deduction_references))
      where r.id in (select id from kept)
      order by s.id
      for no key update of s
    ),
    woken as (
      update settlements s set due_at = t.received_at from touched t where s.id = t.settlement_id
      returning t.id || ' ' || s.id as pair
    ),
    to_mark as materialized (
      select distinct l.id as loan_id, told.day, told.now
      from unnest(${sql.param(days.map(({ loanId }) => loanId))}::text[],
          ${sql.param(days.map(({ merchantId }) => merchantId))}::text[],
          ${sql.param(days.map(({ day }) => day))}::text[]::date[],
          ${sql.param(days.map(({ now }) => now))}::text[]) told(loan_id, merchant_id, day, now)
        join loans l on l.merchant_id = told.merchant_id
      -- Not as "exists", for which the planner may read the stale days of all loans.
      where case when l.id = told.loan_id
        then not coalesce((select c.stale from collection_days c where c.loan_id = l.id and c.day = told.day), false)
        else ${collectedOn(sql`l`, sql`told.day`)} end
    )${planned.length > 0 ? sql`, ${bookingTables(planned, sql`(select count(*) from kept) = ${reports.length}::int`)}` : sql``}
    select array(select id from kept) as ids, array(select pair from woken) as woken,
      array(select loan_id || ' ' || day || ' ' || now from to_mark) as unmarked`;
  await markDays((kept?.unmarked ?? []).map(unmarkedDay));
  for (const pair of kept?.woken ?? []) {
    const [id, settlementId = ""] = pair.split(" ");
    const waking = reports.find((one) => one.id === id);
    if (waking) wakeWorkers(settlements, settlementId, waking.report.reach.tenant);
  }
  return new Set(kept?.ids);
}

function daysToldOf(reports: readonly NewReport[]) {
  const told = reports.flatMap(({ report, concerned = [] }) => {
    const { loanId, merchantId, fact, now } = report;
    const own = fact.type === "repayment.deducted" ? momentsOf(fact) : [];
    return [...own, ...concerned].map((at) => ({ loanId, merchantId, day: dateOf(at), now: now.toISOString() }));
  });
  return [...new Map(told.map((one) => [`${one.loanId} ${one.day}`, one])).values()];
}

function unmarkedDay(found: string) {
  const [loanId = "", day = "", now = ""] = found.split(" ");
  return { loanId, day, now };
}

/** When what a deduction was taken from took place, and when it was made where that is no sale. */
export function momentsOf({ sourceAt, orderId, at }: Pick<RepaymentFact, "sourceAt" | "orderId" | "at">): Date[] {
  return sourceAt && orderId !== null ? [sourceAt] : [sourceAt ?? at, at];
}

export async function storeReport(
  report: Report,
  effect: RepaymentEffect,
  { concerns = [], concerned = [] }: Pick<NewReport, "concerns" | "concerned"> = {},
): Promise<string | null> {
  const id = newId("repayment");
  return (await storeReports([{ id, report, effect, concerns, concerned }])).has(id) ? id : null;
}

function eventKey({ marketplace_id, environment, event_id }: ReturnType<typeof rowOf>): string {
  return `${marketplace_id} ${environment} ${event_id}`;
}

function rowOf({ id, report, effect, concerns = [] }: NewReport) {
  const { reach, fact } = report;
  return {
    id,
    marketplace_id: reach.tenant.marketplaceId,
    environment: reach.tenant.environment,
    event_id: report.eventId,
    merchant_id: report.merchantId,
    loan_id: report.loanId,
    type: fact.type,
    reference: fact.reference,
    original_reference: fact.originalReference,
    amount: fact.amount,
    effect,
    order_id: fact.orderId,
    other_source: fact.otherSource,
    source_at: fact.sourceAt,
    source_amount: fact.sourceAmount,
    body: JSON.stringify(report.input),
    fingerprint: fingerprintOf(report.raw),
    occurred_at: fact.at,
    received_at: report.now,
    moments: [fact.at, ...concerns],
  };
}

export async function receiptOf({ reach, eventId, raw }: Report): Promise<RepaymentReceipt | undefined> {
  const [earlier] = await db()
    .select({ id: reports.id, fingerprint: reports.fingerprint, receivedAt: reports.receivedAt })
    .from(reports)
    .where(inReach(reports, everyMerchantOf(reach.tenant), eq(reports.eventId, eventId)));
  if (!earlier) return undefined;
  requireSame(earlier.fingerprint, raw);
  return { id: earlier.id, eventId, receivedAt: earlier.receivedAt };
}

/** The predicate of the index `repayment_events_fact`, literally: with parameters the planner could not use it. */
const isFact = sql`${reports.effect} not in ('NONE', 'DUPLICATE')`;

export async function findRepayment(loanId: string, type: RepaymentFact["type"], reference: string) {
  const { id, amount, originalReference, effect, orderId, sourceAt, occurredAt: at } = reports;
  const [found] = await db()
    .select({ id, amount, originalReference, effect, orderId, sourceAt, at })
    .from(reports)
    .where(and(eq(reports.loanId, loanId), eq(reports.type, type), eq(reports.reference, reference), isFact));
  return found;
}

export type KeptReversal = Reversal & { effect: RepaymentEffect };

export async function reversalsOf(loanId: string, originalReference: string): Promise<KeptReversal[]> {
  const { id, reference, amount, occurredAt: reversedAt, effect } = reports;
  return db()
    .select({ id, reference, amount, reversedAt, effect })
    .from(reports)
    .where(and(eq(reports.loanId, loanId), eq(reports.originalReference, originalReference), isFact));
}

export async function setEffect(ids: readonly string[], effect: RepaymentEffect): Promise<void> {
  if (ids.length === 0) return;
  await db()
    .update(reports)
    .set({ effect })
    .where(inArray(reports.id, [...ids]));
}
