import type { Kobo } from "@/lib/kernel/money";

/** Net sales that a price and a deduction percentage rest on, in kobo a month (docs/scoring.md). */
export type AssumedSales = {
  assumedMonthlySales: Kobo;
  /** At n - 1 the mean month of the weakest run of n consecutive months; null without a sales history. */
  weakestRuns: readonly Kobo[] | null;
};

/** Tenors from this length on outlast a weak run of months: only shorter ones are measured by it. */
const weakRunsMatterBelow = 180;

/** Monthly sales from which a loan of this tenor must be repayable (docs/lending.md#deduction-percentage). */
export function salesDuring(tenorDays: number, { assumedMonthlySales, weakestRuns }: AssumedSales): Kobo {
  if (!weakestRuns || tenorDays >= weakRunsMatterBelow) return assumedMonthlySales;
  const weakest = weakestRuns[Math.max(1, Math.floor(tenorDays / 30)) - 1];
  return weakest === undefined || weakest > assumedMonthlySales ? assumedMonthlySales : weakest;
}
