import { fromKobo } from "@/lib/kernel/money";
import type { StoredResult } from "@/lib/terms/scoring/result";

/** Fields in the order of the contract document; then additional ones, null or empty where an older model knew none. */
export function serializeScore(result: StoredResult, calculatedAt: Date) {
  const { loanEligibility, improvements } = result;
  const { assumedMonthlySales, carriedOver } =
    result.modelVersion === "2026-11-01" ? { assumedMonthlySales: null, carriedOver: [] } : result;
  return {
    totalScore: result.totalScore,
    riskTier: result.riskTier,
    maxLendingCap: fromKobo(result.maxLendingCap),
    eligiblePercentage: result.eligiblePercentage,
    scoreBreakdown: result.scoreBreakdown,
    lendingImplication: result.lendingImplication,
    calculatedAt: calculatedAt.toISOString(),
    riskFlags: result.riskFlags,
    recommendations: result.recommendations,
    confidence: result.confidence,
    assumedMonthlySales: assumedMonthlySales === null ? null : fromKobo(assumedMonthlySales),
    carriedOver,
    loanEligibility: loanEligibility && {
      ...loanEligibility,
      maxEligibleAmount: fromKobo(loanEligibility.maxEligibleAmount),
      maxMonthlyRepayment: fromKobo(loanEligibility.maxMonthlyRepayment),
      existingDebt: fromKobo(loanEligibility.existingDebt),
    },
    reasons: result.reasons,
    improvements: improvements.map((one) => ({ ...one, capIncrease: fromKobo(one.capIncrease) })),
    modelVersion: result.modelVersion,
  };
}
