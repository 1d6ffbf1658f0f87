import { zero } from "@/lib/kernel/money";
import { combinedShare } from "@/lib/terms/scoring/constants";
import type { LoanEligibility } from "@/lib/terms/scoring/result";
import type { Assessment } from "./assess";
import { type CapBound, percentOf } from "./cap";
import { groupedNaira } from "./labels";
import type { Subject } from "./subject";

const bounds: Record<CapBound, string> = {
  RISK_TIER: "Tier E is not lent to",
  STALE_DATA: "Nothing is lent while the sales history ends before the last two complete months",
  INTERMITTENT_SALES: "Nothing is lent after three months in a row without sales",
  SALES_SHARE: "The amount is the tier's share of assumed monthly sales",
  CONFIDENCE: "The amount is lowered because the data is incomplete",
  EXTERNAL_DEBT: "Debt elsewhere uses up everything that could be lent",
  LIMIT: "The amount is the most the marketplace or the lender allows",
};

export function loanEligibility({ asOf, limits }: Subject, assessment: Assessment): LoanEligibility {
  const { assumedMonthlySales, cap, confidence, forcedBy, months } = assessment;
  const reasons = [{ code: cap.boundBy as string, message: bounds[cap.boundBy] }];
  if (forcedBy) reasons.unshift({ code: "TIER_FORCED", message: "Fraud flags or a critical policy violation" });
  if (assumedMonthlySales === 0) reasons.push({ code: "NO_SALES", message: "The data shows hardly any sales" });
  if (limits.externalDebt > 0 && cap.boundBy !== "EXTERNAL_DEBT") {
    reasons.push({ code: "DEBT_SUBTRACTED", message: `Less ₦${groupedNaira(limits.externalDebt)} owed elsewhere` });
  }
  return {
    eligible: cap.amount > 0,
    maxEligibleAmount: cap.amount,
    maxMonthlyRepayment: cap.amount > 0 ? percentOf(assumedMonthlySales, combinedShare) : zero,
    monthsAssessed: months?.length ?? 0,
    existingDebt: limits.externalDebt,
    confidence,
    reasons,
    asOf: asOf.toISOString(),
  };
}
