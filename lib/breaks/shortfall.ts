import { day } from "@/lib/calendar";
import type { payoutFrequencies } from "@/lib/merchant-data/constants";
import type { Kobo } from "@/lib/money";

type PayoutFrequency = (typeof payoutFrequencies)[number];

/** Maximum days from a sale to its payout. */
const payoutDays: Record<PayoutFrequency, number> = { DAILY: 1, WEEKLY: 7, BIWEEKLY: 14, MONTHLY: 31 };

/** Default when the merchant data has no payout frequency. */
const usualFrequency: PayoutFrequency = "WEEKLY";

/** Allowance for a late payout or a late report of its deductions. */
const grace = day;

/** The time within which a deduction must follow a sale, in milliseconds, and the payout period in it, in days. */
export function windowOf(frequency: PayoutFrequency | undefined): { payoutPeriodDays: number; window: number } {
  const payoutPeriodDays = payoutDays[frequency ?? usualFrequency];
  return { payoutPeriodDays, window: payoutPeriodDays * day + grace };
}

/** The shortest window that `windowOf` returns. */
export const shortestWindow = windowOf("DAILY").window;

export type Sale = { orderId: string; amount: Kobo; occurredAt: Date; receivedAt: Date };

/** A deduction for the loan that was not reversed in full, and the order it names, if any. */
export type Cover = { occurredAt: Date; orderId: string | null };

type Stretch = { from: Date; until: Date | null };

/** Sales covered by a person's decision: those in a period, as far as they were known then. */
export type Decided = { from: Date; until: Date; decidedAt: Date };

/**
 * The sales without a deduction: none followed within the window, and none at any time names the order. Sales with a
 * pause in their window are left out, as no deduction was certain to be due, and so are those decided on.
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
    const paused = pauses.some(
      ({ from, until }) => from.getTime() <= at + window && (until?.getTime() ?? Number.POSITIVE_INFINITY) > at,
    );
    return !paused && !decided.some((one) => wasDecided(sale, one));
  });
}

function wasDecided({ occurredAt, receivedAt }: Sale, { from, until, decidedAt }: Decided): boolean {
  return occurredAt >= from && occurredAt <= until && receivedAt <= decidedAt;
}
