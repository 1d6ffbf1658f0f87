import { type Kobo, minus } from "@/lib/kernel/money";
import { percentOf } from "@/lib/sales/scoring/cap";
import type { CapReason } from "@/lib/terms/scoring/constants";
import type { ScoreResult } from "@/lib/terms/scoring/result";

/** Null where it is not below the smallest loan, and where nothing is lent anyway. */
export function capReasonOf(result: ScoreResult, cap: Kobo, smallest: Kobo): CapReason | null {
  const { assumedMonthlySales, eligiblePercentage, confidence, weakestRuns, loanEligibility } = result;
  if (cap >= smallest || eligiblePercentage === 0) return null;
  const codes = loanEligibility.reasons.map(({ code }) => code);
  if (codes.includes("STALE_DATA")) return null;
  if (codes.includes("INTERMITTENT_SALES")) return "INTERMITTENT_SALES";
  const share = percentOf(assumedMonthlySales, eligiblePercentage, weakestRuns ? 100 : confidence);
  if (share < smallest) return "TOO_FEW_SALES";
  return minus(share, loanEligibility.existingDebt) < smallest ? "EXTERNAL_DEBT" : "LIMIT";
}
