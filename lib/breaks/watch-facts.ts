import { and, desc, eq, gt, gte, lte, min, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { isBooked, reversedOf } from "@/db/deductions";
import { repaymentEvents, salesEvents } from "@/db/schema/data-events";
import { submissions } from "@/db/schema/scoring";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { openRecord } from "@/lib/merchant-data/stored-record";
import type { Reach } from "@/lib/reach";
import { type BusinessTime, businessTimeOf } from "@/lib/time";
import { decidedResolutions } from "./constants";
import type { Cover, Decided, Sale } from "./shortfall";

type Watched = { reach: Reach; loanId: string; merchantId: string };

/** How often the marketplace pays the merchant out, from the latest data; undefined if not stated there. */
export async function payoutFrequencyOf({ reach, merchantId }: Watched) {
  const [newest] = await db()
    .select({ record: submissions.record })
    .from(submissions)
    .where(inReach(submissions, reach, eq(submissions.merchantId, merchantId), ne(submissions.status, "FAILED")))
    .orderBy(desc(submissions.submittedAt), desc(submissions.id))
    .limit(1);
  return newest && openRecord(newest.record).payoutCashFlow?.payoutFrequency;
}

/** The merchant's sales after one moment and up to another. */
export async function salesBetween(
  { reach, merchantId }: Watched,
  after: BusinessTime,
  until: BusinessTime,
): Promise<Sale[]> {
  const { orderId, amount, occurredAt, receivedAt } = salesEvents;
  const own = eq(salesEvents.merchantId, merchantId);
  return db()
    .select({ orderId, amount, occurredAt, receivedAt })
    .from(salesEvents)
    .where(inReach(salesEvents, reach, own, gt(occurredAt, after), lte(occurredAt, until)));
}

/** When the merchant's first sale after a moment was; null if there is none. */
export async function firstSaleAfter({ reach, merchantId }: Watched, after: BusinessTime) {
  const [row] = await db()
    .select({ at: min(salesEvents.occurredAt) })
    .from(salesEvents)
    .where(inReach(salesEvents, reach, eq(salesEvents.merchantId, merchantId), gt(salesEvents.occurredAt, after)));
  return row?.at ?? null;
}

/** The loan's deductions since a moment that were not reversed in full. */
export async function coversSince({ loanId }: Watched, since: BusinessTime): Promise<Cover[]> {
  const rows = await db()
    .select({ occurredAt: repaymentEvents.occurredAt, body: repaymentEvents.body })
    .from(repaymentEvents)
    .where(
      and(
        eq(repaymentEvents.loanId, loanId),
        eq(repaymentEvents.type, "repayment.deducted"),
        isBooked(repaymentEvents.effect),
        gte(repaymentEvents.occurredAt, since),
        sql`${repaymentEvents.amount} > ${reversedOf(repaymentEvents)}`,
      ),
    );
  return rows.map(({ occurredAt, body }) => ({ occurredAt, orderId: orderNamedIn(body) }));
}

/** The body was validated on arrival: the id of a source transaction is a string. */
function orderNamedIn(body: string): string | null {
  const event = JSON.parse(body) as { sourceTransaction?: { id: string } };
  return event.sourceTransaction?.id.trim() ?? null;
}

/** Earlier findings on the loan's sales: the start of the open break, and what a person decided on. */
export async function earlierFindings({ reach, loanId }: Watched) {
  const rows = await db()
    .select()
    .from(breaks)
    .where(inReach(breaks, reach, eq(breaks.loanId, loanId), eq(breaks.type, "SHORTFALL")));
  let openFrom: BusinessTime | null = null;
  const decided: Decided[] = [];
  for (const { status, resolution, resolvedAt, evidence } of rows) {
    const from = businessTimeOf(String(evidence.from));
    if (status !== "RESOLVED") openFrom = from;
    else if (resolvedAt && decidedResolutions.some((one) => one === resolution)) {
      decided.push({ from, until: new Date(String(evidence.until)), decidedAt: resolvedAt });
    }
  }
  return { openFrom, decided };
}
