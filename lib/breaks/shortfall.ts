import { day } from "@/lib/calendar";
import type { payoutFrequencies } from "@/lib/merchant-data/constants";
import type { Kobo } from "@/lib/money";

type PayoutFrequency = (typeof payoutFrequencies)[number];

/** Days from a sale to the payout that it is in, at the most. */
const payoutDays: Record<PayoutFrequency, number> = { DAILY: 1, WEEKLY: 7, BIWEEKLY: 14, MONTHLY: 31 };

/** Where the merchant data does not say. */
const usualFrequency: PayoutFrequency = "WEEKLY";

/** A payout may be a little late, and so may the report of its deductions. */
const grace = day;

/** The time a deduction has to follow a sale, in milliseconds, and the payout period that it comes of, in days. */
export function windowOf(frequency: PayoutFrequency | undefined): { payoutPeriodDays: number; window: number } {
  const payoutPeriodDays = payoutDays[frequency ?? usualFrequency];
  return { payoutPeriodDays, window: payoutPeriodDays * day + grace };
}

/** The least that `windowOf` ever says. */
export const shortestWindow = windowOf("DAILY").window;

/** A sale that was reported. */
export type Sale = { orderId: string; amount: Kobo; occurredAt: Date; receivedAt: Date };

/** A deduction for the loan that has not been taken back, and the order it names, if it names one. */
export type Cover = { occurredAt: Date; orderId: string | null };

type Stretch = { from: Date; until: Date | null };

/** Sales that somebody has decided about: those of a stretch of time, as far as they were known then. */
export type Decided = { from: Date; until: Date; decidedAt: Date };

/**
 * The sales that should have led to a deduction and did not: none followed within the window, and none names the order, now or
 * later. A sale with a pause in its window owes nothing for certain, and is left out; so is one that was decided about.
 */
export function uncoveredSales(facts: {
  sales: readonly Sale[];
  covers: readonly Cover[];
  pauses: readonly Stretch[];
  decided: readonly Decided[];
  /** Milliseconds. */
  window: number;
}): Sale[] {
  const { sales, covers, pauses, decided, window } = facts;
  const named = new Set(covers.map(({ orderId }) => orderId));
  const times = covers.map(({ occurredAt }) => occurredAt.getTime()).sort((one, other) => one - other);
  const inOrder = [...sales].sort((one, other) => one.occurredAt.getTime() - other.occurredAt.getTime());
  let next = 0;
  return inOrder.filter((sale) => {
    const at = sale.occurredAt.getTime();
    while ((times[next] ?? Number.POSITIVE_INFINITY) < at) next += 1;
    const followed = (times[next] ?? Number.POSITIVE_INFINITY) <= at + window;
    if (followed || named.has(sale.orderId) || sale.amount === 0) return false;
    const rested = pauses.some(
      ({ from, until }) => from.getTime() <= at + window && (until?.getTime() ?? Number.POSITIVE_INFINITY) > at,
    );
    return !rested && !decided.some((one) => wasDecided(sale, one));
  });
}

function wasDecided({ occurredAt, receivedAt }: Sale, { from, until, decidedAt }: Decided): boolean {
  return occurredAt >= from && occurredAt <= until && receivedAt <= decidedAt;
}
