import { installmentDays } from "@/lib/terms/loans/schedule";

/**
 * The rules of lending as they were with model 2026-11-01, kept for comparison and nothing else: a fixed share of sales
 * by tier, interest for the whole tenor whatever the loan took, and a capacity that spreads the total over its months.
 */
const tenors = [30, 90, 120, 365, 730] as const;
const monthlyInterest: Record<string, number> = { A: 200, B: 275, C: 350, D: 450 };
const deductions: Record<string, number> = { A: 1_000, B: 1_200, C: 1_500, D: 2_000 };
/** Kobo: what the lender lends. */
const lender = { least: 100_000, most: 5_000_000_000 };

/** Kobo. `monthly` is null without a sales history, which meant no limit. */
export type FormerScore = { tier: string; cap: number; monthly: number | null };

/** The largest amount that could be had on each tenor, as a loan. */
export function formerOffers({ tier, cap, monthly }: FormerScore) {
  const interestOf = monthlyInterest[tier];
  const deductionBasisPoints = deductions[tier];
  if (interestOf === undefined || deductionBasisPoints === undefined) return [];
  return tenors.flatMap((tenorDays) => {
    const basisPoints = Math.round((interestOf * tenorDays) / 30);
    const months = Math.max(1, Math.floor(tenorDays / 30));
    const carried = monthly === null ? Number.POSITIVE_INFINITY : (monthly * months) / (1 + basisPoints / 10_000);
    const principal = Math.floor(Math.min(cap, lender.most, carried) / 100) * 100;
    if (principal < lender.least) return [];
    const interest = Math.round((principal * basisPoints) / 10_000);
    const schedule = equal(principal + interest, installmentDays(tenorDays));
    return [{ tenorDays, principal, interest, deductionBasisPoints, schedule }];
  });
}

function equal(total: number, days: readonly number[]) {
  const each = Math.floor(total / days.length);
  return days.map((day, i) => ({ day, amount: i === days.length - 1 ? total - each * (days.length - 1) : each }));
}
