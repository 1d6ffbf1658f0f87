import { day } from "@/lib/kernel/calendar";
import type { WindowPeriod } from "@/lib/terms/collection/day-schema";
import type { Pause } from "@/lib/terms/loans/delinquency";
import type { payoutFrequencies } from "@/lib/terms/merchant-data/constants";

type PayoutFrequency = (typeof payoutFrequencies)[number];

const payoutDays: Record<PayoutFrequency, number> = { DAILY: 1, WEEKLY: 7, BIWEEKLY: 14, MONTHLY: 31 };

/** Default when the merchant data has no payout frequency. */
const usualFrequency: PayoutFrequency = "WEEKLY";

/** Days allowed for a late payout or a late report of its deductions. */
const graceDays = 1;

/** A loan's windows over time, oldest first. What holds on a day is not changed by what the merchant's data says later. */
export type Windows = readonly WindowPeriod[];

/** The windows with today's, if it is another than the last: it counts from today on. */
export function withWindow(windows: Windows | null, frequency: PayoutFrequency | undefined, today: string): Windows {
  const days = payoutDays[frequency ?? usualFrequency] + graceDays;
  if (!windows) return [{ from: "1970-01-01", days }];
  return windows.at(-1)?.days === days
    ? windows
    : [...windows.filter(({ from }) => from < today), { from: today, days }];
}

/** The days within which deductions must follow a day's sales. */
export function windowAt(windows: Windows, date: string): number {
  const held = windows.findLast(({ from }) => from <= date) ?? windows[0];
  if (!held) throw new Error("A loan that is watched has a window.");
  return held.days;
}

export function payoutPeriodIn(windowDays: number): number {
  return windowDays - graceDays;
}

/** When the window after a day is over, in milliseconds. */
export function windowOver(date: string, windowDays: number): number {
  return Date.parse(`${date}T00:00:00Z`) + (1 + windowDays) * day;
}

/** Once the window after it is over, pauses not counted. Milliseconds; infinite in a pause. Pauses: oldest first. */
export function judgedFrom(date: string, windowDays: number, pauses: readonly Pause[]): number {
  const over = Date.parse(`${date}T00:00:00Z`) + day;
  let judged = windowOver(date, windowDays);
  for (const { from, until } of pauses) {
    const begun = Math.max(from.getTime(), over);
    const ended = until?.getTime() ?? Number.POSITIVE_INFINITY;
    if (begun < judged && ended > begun) judged += ended - begun;
  }
  return judged;
}
