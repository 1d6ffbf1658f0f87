import { greatest, type Kobo, kobo, minus, zero } from "@/lib/kernel/money";
import { groupedNaira } from "@/lib/sales/scoring/labels";
import type { Subject } from "@/lib/sales/scoring/subject";
import type { Assessment } from "./assess";
import { type CapBound, monthlyCapacity } from "./cap";
import { staleAfterMonths, tierTerms } from "./constants";

/** Eligibility by repayment capacity, given with the monthly history only. */
export type LoanEligibility = {
  eligible: boolean;
  maxEligibleAmount: Kobo;
  maxMonthlyRepayment: Kobo;
  monthsAssessed: number;
  existingDebt: Kobo;
  confidence: number;
  reasons: { code: string; message: string }[];
  /** ISO 8601, UTC. */
  asOf: string;
};

const bounds: Record<CapBound, string> = {
  RISK_TIER: "Tier E is not lent to",
  SALES_SHARE: "The amount is the tier's share of average monthly sales",
  CONFIDENCE: "The amount is lowered because the data is incomplete or old",
  REPAYMENT_CAPACITY: "The amount is what a conservative month of sales can repay",
  EXTERNAL_DEBT: "Debt elsewhere uses up everything that could be lent",
  LIMIT: "The amount is the most the marketplace or the lender allows",
};

/**
 * Eligibility as of the subject's moment; null without a history. `maxEligibleAmount` is the cap. The monthly repayment
 * is what a conservative month leaves after debt elsewhere, spread over the tier's months; repaying the amount over
 * those months never needs more.
 */
export function loanEligibility({ asOf, limits }: Subject, assessment: Assessment): LoanEligibility | null {
  const { history, tier, cap, forcedBy, confidence } = assessment;
  if (!history) return null;
  const months = tierTerms[tier].capacityMonths;
  const debtService = months === 0 ? zero : kobo(Math.ceil(limits.externalDebt / months));
  const capacity = months === 0 ? zero : monthlyCapacity(history.conservativeMonth);
  const reasons = [{ code: cap.boundBy as string, message: bounds[cap.boundBy] }];
  if (forcedBy) reasons.unshift({ code: "TIER_FORCED", message: "Fraud flags or a critical policy violation" });
  if (history.conservativeMonth === 0)
    reasons.push({ code: "NO_SALES", message: "The history shows hardly any sales" });
  if (history.stale) {
    reasons.push({ code: "STALE_HISTORY", message: `The history ends more than ${staleAfterMonths} months ago` });
  }
  if (limits.externalDebt > 0 && cap.boundBy !== "EXTERNAL_DEBT") {
    reasons.push({ code: "DEBT_SUBTRACTED", message: `Less ₦${groupedNaira(limits.externalDebt)} owed elsewhere` });
  }
  return {
    eligible: cap.amount > 0,
    maxEligibleAmount: cap.amount,
    maxMonthlyRepayment: greatest(zero, minus(capacity, debtService)),
    monthsAssessed: history.months,
    existingDebt: limits.externalDebt,
    confidence,
    reasons,
    asOf: asOf.toISOString(),
  };
}
