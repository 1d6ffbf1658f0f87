import type { Kobo } from "@/lib/kernel/money";

/** Bisections of the daily rate; each halves the error, so these leave none that shows. */
const bisections = 80;

const salesMonthDays = 30;

/** So many days of an earlier share of sales: 0 while collection was paused. */
export type EarlierShare = { days: number; basisPoints: number };

type Expected = {
  total: Kobo;
  /** From the end of the earlier ones until all is paid. Above 0. */
  deductionBasisPoints: number;
  /** Assumed sales in 30 days. Above 0. */
  monthlySales: Kobo;
  /** What was taken before it, from the day after disbursement on, oldest first. */
  earlier?: readonly EarlierShare[];
};

/**
 * Basis points: 365 × the daily rate at which deductions are worth the principal
 * (docs/agreements.md#annual-percentage-rate), from the day after disbursement on.
 */
export function estimatedAnnualPercentage(loan: Expected & { principal: Kobo }): number {
  const runs = expectedRuns(loan);
  const worth = (rate: number) =>
    runs.reduce((sum, { after, days, daily }) => sum + daily * annuity(days, rate) * discount(after, rate), 0);
  return yearly(loan.principal, loan.total, worth);
}

/** The days from disbursement in which the expected deductions bring it all, the last of them as a part of a day. */
export function daysToRepay(loan: Expected): number {
  const runs = expectedRuns(loan);
  const last = runs.at(-1);
  return last ? last.after + last.daily / last.full : 0;
}

/** The same amount on each of so many days, from the day after `after` on; `full`: what that share brings in a day. */
type Run = { after: number; days: number; daily: number; full: number };

/** The expected deductions, the last of which is of one day: what is left then. */
function expectedRuns({ total, deductionBasisPoints, monthlySales, earlier = [] }: Expected): Run[] {
  const runs: Run[] = [];
  let left: number = total;
  let after = 0;
  for (const { days, basisPoints } of [...earlier, { days: Infinity, basisPoints: deductionBasisPoints }]) {
    const daily = (basisPoints / 10_000) * (monthlySales / salesMonthDays);
    const whole = daily === 0 ? days : Math.min(days, Math.max(0, Math.ceil(left / daily) - 1));
    runs.push({ after, days: whole, daily, full: daily });
    left -= whole * daily;
    after += whole;
    if (whole < days) {
      runs.push({ after, days: 1, daily: left, full: daily });
      break;
    }
  }
  return runs;
}

/** The APR if each instalment is paid on its day and not before, in basis points. Days count from disbursement. */
export function scheduledAnnualPercentage(loan: {
  principal: Kobo;
  schedule: readonly { day: number; amount: Kobo }[];
}): number {
  const { principal, schedule } = loan;
  const total = schedule.reduce((sum, { amount }) => sum + amount, 0);
  const worth = (rate: number) => schedule.reduce((sum, { day, amount }) => sum + amount * discount(day, rate), 0);
  return yearly(principal, total, worth);
}

/** 365 × the daily rate at which the payments are worth `principal`, in basis points; 0 when nothing is paid for it. */
function yearly(principal: number, total: number, worth: (rate: number) => number): number {
  if (total <= principal) return 0;
  let low = 0;
  let high = 1 / 365;
  while (worth(high) > principal) high *= 2;
  for (let i = 0; i < bisections; i++) {
    const middle = (low + high) / 2;
    if (worth(middle) > principal) low = middle;
    else high = middle;
  }
  return Math.round(high * 365 * 10_000);
}

/** What 1 is worth so many days earlier. */
function discount(days: number, rate: number): number {
  return Math.exp(-days * Math.log1p(rate));
}

/** What 1 on each of so many days is worth on the day before the first. */
function annuity(days: number, rate: number): number {
  return rate === 0 ? days : -Math.expm1(-days * Math.log1p(rate)) / rate;
}
