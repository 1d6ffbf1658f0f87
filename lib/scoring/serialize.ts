import { fromKobo } from "@/lib/money";
import type { ScoreResult } from "./score";

/**
 * A stored score as the credit-score endpoint shows it: amounts in naira, fields in the order of the contract document
 * ("Credit score"), then additional ones.
 */
export function serializeScore(result: ScoreResult, calculatedAt: Date) {
  const { loanEligibility, improvements } = result;
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
