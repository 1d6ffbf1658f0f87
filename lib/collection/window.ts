import { day } from "@/lib/calendar";
import type { Pause } from "@/lib/loans/delinquency";
import type { payoutFrequencies } from "@/lib/merchant-data/constants";

type PayoutFrequency = (typeof payoutFrequencies)[number];

/** Maximum days from a sale to its payout. */
const payoutDays: Record<PayoutFrequency, number> = { DAILY: 1, WEEKLY: 7, BIWEEKLY: 14, MONTHLY: 31 };

/** Default when the merchant data has no payout frequency. */
const usualFrequency: PayoutFrequency = "WEEKLY";

/** Days allowed for a late payout or a late report of its deductions. */
const graceDays = 1;

/** The days within which deductions must follow a day's sales, and the payout period in them. */
export function windowOf(frequency: PayoutFrequency | undefined): { payoutPeriodDays: number; windowDays: number } {
  const payoutPeriodDays = payoutDays[frequency ?? usualFrequency];
  return { payoutPeriodDays, windowDays: payoutPeriodDays + graceDays };
}

/**
 * When a day is judged: once the window after it is over, paused time not counted. In milliseconds; infinite while
 * collection is paused.
 * @param pauses oldest first.
 */
export function judgedFrom(date: string, windowDays: number, pauses: readonly Pause[]): number {
  const over = Date.parse(`${date}T00:00:00Z`) + day;
  let judged = over + windowDays * day;
  for (const { from, until } of pauses) {
    const begun = Math.max(from.getTime(), over);
    const ended = until?.getTime() ?? Number.POSITIVE_INFINITY;
    if (begun < judged && ended > begun) judged += ended - begun;
  }
  return judged;
}
