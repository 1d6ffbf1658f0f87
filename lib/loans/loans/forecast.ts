import { addDays } from "@/lib/kernel/calendar";
import { greatest, type Kobo, kobo, minus, toKobo, zero } from "@/lib/kernel/money";

/** The part of a merchant data record that a forecast needs, in naira. */
export type Sales = {
  salesPerformance: { gmv30Days: number; gmv90Days: number; avgMonthlySales: number; avgOrderValue: number };
  revenueConsistency?: { monthlySalesVariance?: number | undefined } | undefined;
  monthlySalesHistory?: { salesAmount: number; refundAmount?: number | undefined }[] | undefined;
};

export type ForecastFacts = {
  /** YYYY-MM-DD. */
  today: string;
  outstanding: Kobo;
  deductionBasisPoints: number;
  minimumDeduction: Kobo;
  paused: boolean;
  sales: Sales | null;
  /** Days of collection so far, excluding pauses, and the money received in them. Both zero for an offer. */
  observed: { days: number; received: Kobo };
};

/** Dates as YYYY-MM-DD, null beyond the horizon; money per day. */
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

const monthDays = 365 / 12;

/** After this many days of collection, observed repayments weigh as much as the submitted sales. */
const equalAfterDays = 30;

const horizonDays = 3_650;

/** Default variation of monthly sales where the record has none: coefficient of variation in percent. */
const usualVariance = 50;
const usualMonths = 6;
const widestSpread = 0.9;

/** Kobo per day, with fractions: the expected value and the bounds of the plausible range. */
type Pace = { late: number; likely: number; early: number };

/** early ≤ likely ≤ late; more sales never give a later date, more debt never an earlier one. Null without facts. */
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

function shareTaken({ deductionBasisPoints, minimumDeduction }: ForecastFacts, sales: Sales): number {
  const order = toKobo(sales.salesPerformance.avgOrderValue);
  const least = order > 0 ? Math.min(1, minimumDeduction / order) : 0;
  return Math.max(deductionBasisPoints / 10_000, least);
}

/** Net of refunds. Bounds are one standard error of the monthly mean away: neither falls when a month's sales rise. */
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

/** Repayments per day; the uncertainty shrinks as days go by. Null before the first day is over. */
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
