import type { Kobo } from "@/lib/money";

/** Bisections of the daily rate; each halves the error, so these leave none that shows. */
const bisections = 80;

const salesMonthDays = 30;

/**
 * The estimated APR of sales-based financing (docs/agreements.md#annual-percentage-rate), in basis points: 365 × the
 * daily rate at which the expected deductions are worth the money received. They are a share of the assumed sales, on
 * each day from the day after disbursement; the last day brings what is left.
 * @param loan.monthlySales assumed sales in 30 days, above 0
 */
export function estimatedAnnualPercentage(loan: {
  principal: Kobo;
  total: Kobo;
  deductionBasisPoints: number;
  monthlySales: Kobo;
}): number {
  const { principal, total, deductionBasisPoints, monthlySales } = loan;
  const daily = (deductionBasisPoints / 10_000) * (monthlySales / salesMonthDays);
  const whole = Math.max(0, Math.ceil(total / daily) - 1);
  const last = total - whole * daily;
  const worth = (rate: number) => daily * annuity(whole, rate) + last * discount(whole + 1, rate);
  return yearly(principal, total, worth);
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
