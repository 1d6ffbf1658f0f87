import { addDays } from "@/lib/calendar";
import { greatest, type Kobo, kobo, minus, toKobo, zero } from "@/lib/money";

/** A merchant's sales as its marketplace submitted them, in naira: what a forecast reads of the merchant data record. */
export type Sales = {
  salesPerformance: {
    gmv30Days: number;
    gmv90Days: number;
    avgMonthlySales: number;
    avgOrderValue: number;
  };
  revenueConsistency?: { monthlySalesVariance?: number | undefined } | undefined;
  monthlySalesHistory?: { salesAmount: number; refundAmount?: number | undefined }[] | undefined;
};

/** What a forecast rests on. */
export type ForecastFacts = {
  /** YYYY-MM-DD. */
  today: string;
  outstanding: Kobo;
  deductionBasisPoints: number;
  minimumDeduction: Kobo;
  paused: boolean;
  sales: Sales | null;
  /** Days of collection so far, those of pauses left out, and what came in on them. Nothing yet of an offer. */
  observed: { days: number; received: Kobo };
};

/** Dates as YYYY-MM-DD, null when not within the horizon; money a day. */
export type Forecast = {
  early: string | null;
  likely: string | null;
  late: string | null;
  basis: {
    salesMonths: number;
    dailySales: Kobo | null;
    observedDays: number;
    dailyObserved: Kobo | null;
    dailyLikely: Kobo;
    paused: boolean;
  };
};

/** Days of a month on average. */
const monthDays = 365 / 12;

/** After so many days of collection they weigh as much as the sales that were submitted. */
const equalAfterDays = 30;

/** What is further off is not foreseen. */
const horizonDays = 3_650;

/** Spread of a month's sales where the record does not say: coefficient of variation in percent. */
const usualVariance = 50;
const usualMonths = 6;
const widestSpread = 0.9;

/** Kobo a day, with fractions: what is expected, and the ends of what is plausible. */
type Pace = { late: number; likely: number; early: number };

/**
 * When a loan is paid off. Two things speak for it: the sales that the marketplace submitted, of which the deduction
 * percentage (or the minimum) is taken, and what has come in since disbursement, which weighs more with every day. Pure;
 * early ≤ likely ≤ late; more sales never make it later, more debt never earlier.
 * @returns null when nothing is owed, or nothing is known: no sales were submitted and nothing came in.
 */
export function forecast(facts: ForecastFacts): Forecast | null {
  const { today, outstanding, paused, sales, observed } = facts;
  const bySales = sales && paceOfSales(sales);
  if (outstanding <= 0 || (!bySales && observed.received <= 0)) return null;
  const share = sales ? shareTaken(facts, sales) : 0;
  const actual = paceObserved(observed);
  const weight = bySales && actual ? observed.days / (observed.days + equalAfterDays) : bySales ? 0 : 1;
  const daily = (end: keyof Pace) => (1 - weight) * share * (bySales?.[end] ?? 0) + weight * (actual?.[end] ?? 0);
  const dateAt = (pace: number) => {
    const days = Math.ceil(outstanding / pace);
    return days <= horizonDays ? addDays(today, days) : null;
  };
  return {
    early: dateAt(daily("early")),
    likely: dateAt(daily("likely")),
    late: dateAt(daily("late")),
    basis: {
      salesMonths: sales?.monthlySalesHistory?.length ?? 0,
      dailySales: bySales ? kobo(Math.round(bySales.likely)) : null,
      observedDays: observed.days,
      dailyObserved: actual ? kobo(Math.round(actual.likely)) : null,
      dailyLikely: kobo(Math.round(daily("likely"))),
      paused,
    },
  };
}

/**
 * The part of the sales that deductions take: the percentage, or more where the minimum is more than that of an average
 * order, but never more than the order.
 */
function shareTaken({ deductionBasisPoints, minimumDeduction }: ForecastFacts, sales: Sales): number {
  const order = toKobo(sales.salesPerformance.avgOrderValue);
  const least = order > 0 ? Math.min(1, minimumDeduction / order) : 0;
  return Math.max(deductionBasisPoints / 10_000, least);
}

/**
 * Sales a day, net of refunds. The ends are one standard error of a month's mean away: with six months that keeps both of
 * them from falling when any month's sales rise.
 */
function paceOfSales({ salesPerformance, revenueConsistency, monthlySalesHistory }: Sales): Pace {
  if (monthlySalesHistory && monthlySalesHistory.length > 0) {
    const months = monthlySalesHistory.map(({ salesAmount, refundAmount = 0 }) =>
      greatest(zero, minus(toKobo(salesAmount), toKobo(refundAmount))),
    );
    const mean = average(months);
    const error = Math.sqrt(average(months.map((month) => (month - mean) ** 2)) / months.length);
    return perDay({ late: Math.max(0, mean - error), likely: mean, early: mean + error });
  }
  const { gmv30Days, gmv90Days, avgMonthlySales } = salesPerformance;
  const month = average([toKobo(gmv30Days), toKobo(gmv90Days) / 3, toKobo(avgMonthlySales)]);
  const variance = revenueConsistency?.monthlySalesVariance ?? usualVariance;
  const spread = Math.min(widestSpread, variance / 100 / Math.sqrt(usualMonths));
  return perDay({ late: month * (1 - spread), likely: month, early: month * (1 + spread) });
}

/** What came in a day; how far that may be off shrinks as days go by. Null before the first day is over. */
function paceObserved({ days, received }: ForecastFacts["observed"]): Pace | null {
  if (days < 1) return null;
  const likely = Math.max(0, received) / days;
  const spread = 0.5 / Math.sqrt(1 + days / 7);
  return { late: likely * (1 - spread), likely, early: likely * (1 + spread) };
}

function perDay({ late, likely, early }: Pace): Pace {
  return { late: late / monthDays, likely: likely / monthDays, early: early / monthDays };
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
