import { fromKobo } from "@/lib/money";
import type { ScoreResult } from "./score";

/** A stored score as the credit-score endpoint shows it (interface.md, "Credit score"): amounts in naira. */
export function serializeScore(result: ScoreResult, calculatedAt: Date) {
  const { loanEligibility, improvements, ...rest } = result;
  return {
    ...rest,
    maxLendingCap: fromKobo(result.maxLendingCap),
    calculatedAt: calculatedAt.toISOString(),
    loanEligibility: loanEligibility && {
      ...loanEligibility,
      maxEligibleAmount: fromKobo(loanEligibility.maxEligibleAmount),
      maxMonthlyRepayment: fromKobo(loanEligibility.maxMonthlyRepayment),
      existingDebt: fromKobo(loanEligibility.existingDebt),
    },
    improvements: improvements.map((one) => ({ ...one, capIncrease: fromKobo(one.capIncrease) })),
  };
}
