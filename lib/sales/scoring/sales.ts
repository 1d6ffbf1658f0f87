import { greatest, type Kobo, kobo, least, minus, sumOf, toKobo, zero } from "@/lib/kernel/money";
import type { MerchantRecord } from "@/lib/terms/merchant-data/schema";
import { longestGap, readingsTolerance, weakMonths } from "@/lib/terms/scoring/constants";
import { type Rules, rulesNow } from "./rules";
import { isStale } from "./staleness";

type Sales = MerchantRecord["salesPerformance"];

/** Six months of sales less refunds, no month below nothing. */
export type SalesHistory = {
  months: readonly Kobo[];
  /** The newest month, `YYYY-MM`. */
  until: string;
  stale: boolean;
};

/** Null without a history. */
export function readHistory({ monthlySalesHistory }: MerchantRecord, asOf: Date): SalesHistory | null {
  const until = monthlySalesHistory?.at(-1)?.month;
  if (!monthlySalesHistory || until === undefined) return null;
  const months = monthlySalesHistory.map(({ salesAmount, refundAmount = 0 }) =>
    greatest(zero, minus(toKobo(salesAmount), toKobo(refundAmount))),
  );
  return { months, until, stale: isStale(until, asOf) };
}

/** The lowest reading of a month's sales that the totals allow, in naira: what points for size are given for. */
export function lowestReading({ avgMonthlySales, gmv90Days, gmv180Days }: Sales): number {
  return Math.min(avgMonthlySales, gmv90Days / 3, gmv180Days / 6);
}

/**
 * docs/scoring.md#assumed-monthly-sales, rounded down to the kobo. Never above any reading, and never lowered by more
 * sales. `months`: of a fresh history; null without one.
 */
export function assumedMonthlySales(sales: Sales, months: readonly Kobo[] | null, rules: Rules = rulesNow): Kobo {
  // In sixths, and exact: twelfths of the largest amounts do not fit into a double.
  const lowest = lowestOf(sixthsOf(sales));
  if (months === null) return kobo(Number((lowest * BigInt(rules.shareWithoutHistory.percent)) / 600n));
  const counted = rules.newestMonthRank === null ? months : asCounted(months, rules.newestMonthRank);
  const mean = meanInSixths(counted);
  const weak = meanInSixths(counted.toSorted((a, b) => a - b).slice(0, weakMonths));
  const twelfths = lowestOf([2n * lowest, lowestOf([lowest, mean]) + weak]);
  return kobo(Number(twelfths / 12n));
}

/** The months with the newest at no more than a strong one before it: one good month is easily told, or bought. */
function asCounted(months: readonly Kobo[], rank: number): Kobo[] {
  const before = months.slice(0, -1);
  const most = before.toSorted((a, b) => b - a)[rank - 1] ?? zero;
  return [...before, least(months.at(-1) ?? zero, most)];
}

/** Whether the readings of monthly sales contradict each other, or more was sold in 30 days than in the 90 around them. */
export function contradictory(sales: Sales, months: readonly Kobo[] | null): boolean {
  if (sales.gmv30Days > sales.gmv90Days) return true;
  const readings = months === null ? sixthsOf(sales) : [...sixthsOf(sales), meanInSixths(months)];
  const lowest = lowestOf(readings);
  return readings.some((reading) => reading * 100n > lowest * BigInt(100 + readingsTolerance));
}

/** Whether so many months in a row were without sales; without a history, whether the record says so many were. */
export function intermittent({ revenueConsistency }: MerchantRecord, months: readonly Kobo[] | null): boolean {
  if (months === null) return (revenueConsistency?.zeroSalesMonths ?? 0) >= longestGap;
  let gap = 0;
  return months.some((sales) => {
    gap = sales === 0 ? gap + 1 : 0;
    return gap >= longestGap;
  });
}

export function weakestRuns(months: readonly Kobo[]): Kobo[] {
  return months.map((_, i) => {
    const length = i + 1;
    const runs = months.slice(i).map((_, from) => sumOf(months.slice(from, from + length)));
    return kobo(Math.floor(Math.min(...runs) / length));
  });
}

/** The readings of monthly sales that every record has, in sixths of a kobo. */
function sixthsOf({ avgMonthlySales, gmv90Days, gmv180Days }: Sales): bigint[] {
  return [6n * BigInt(toKobo(avgMonthlySales)), 2n * BigInt(toKobo(gmv90Days)), BigInt(toKobo(gmv180Days))];
}

function lowestOf(amounts: readonly bigint[]): bigint {
  let [lowest = 0n] = amounts;
  for (const amount of amounts) if (amount < lowest) lowest = amount;
  return lowest;
}

/** The mean of three or six months: a whole number of sixths. */
function meanInSixths(months: readonly Kobo[]): bigint {
  return (BigInt(sumOf(months)) * 6n) / BigInt(months.length);
}
