import { floorToNaira, greatest, type Kobo, minus, shareOf, zero } from "@/lib/money";
import type { RiskTier } from "@/lib/scoring/constants";
import type { Limits } from "@/lib/scoring/limits";
import { type History, repaymentCapacity } from "./capacity";
import { capStep, tierTerms } from "./constants";

export type CapBound = "RISK_TIER" | "SALES_SHARE" | "CONFIDENCE" | "REPAYMENT_CAPACITY" | "EXTERNAL_DEBT" | "LIMIT";

export type Cap = { amount: Kobo; boundBy: CapBound };

type CapInput = {
  tier: RiskTier;
  avgMonthlySales: Kobo;
  /** 0 to 100, whole. */
  confidence: number;
  history: History | null;
  limits: Limits;
};

/**
 * The maximum lending cap: the tier's share of average monthly sales, limited by
 * repayment capacity with a history, by share × confidence without, by the lower of both with a stale one; less debt
 * elsewhere, within the limits, rounded down to 1,000 naira, never negative.
 */
export function lendingCap({ tier, avgMonthlySales, confidence, history, limits }: CapInput): Cap {
  const share = shareOf(avgMonthlySales, tierTerms[tier].eligiblePercentage * 100);
  let amount = share;
  let boundBy: CapBound = tierTerms[tier].eligiblePercentage === 0 ? "RISK_TIER" : "SALES_SHARE";
  const lowerTo = (bound: Kobo, by: CapBound) => {
    if (bound < amount) [amount, boundBy] = [bound, by];
  };
  if (!history || history.stale) lowerTo(shareOf(share, confidence * 100), "CONFIDENCE");
  if (history) lowerTo(repaymentCapacity(history, tier), "REPAYMENT_CAPACITY");
  if (limits.externalDebt >= amount && amount > 0) boundBy = "EXTERNAL_DEBT";
  amount = greatest(zero, minus(amount, limits.externalDebt));
  for (const limit of [limits.marketplaceMax, limits.lenderMax]) if (limit !== null) lowerTo(limit, "LIMIT");
  return { amount: floorToNaira(greatest(zero, amount), capStep), boundBy };
}
