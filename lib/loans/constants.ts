import type { RiskTier } from "@/lib/scoring/constants";

/** Days a merchant has to accept an offer (docs/lending.md#offers). */
export const offerDays = 30;

/** Share of each sale to deduct, in basis points, by tier: the higher the risk, the faster the repayment. */
export const deductionBasisPointsByTier: Record<RiskTier, number> = {
  A: 1_000,
  B: 1_200,
  C: 1_500,
  D: 2_000,
  E: 2_500,
};

/** The repayment method, as spelled on the wire. */
export const repaymentMethod = "sales_deduction";
