import type { LenderProduct } from "@/lib/lenders/product";
import { kobo } from "@/lib/money";

/** What the demo lender asks by tier, in basis points: the rate is for 30 days. */
export const demoTerms = {
  A: { lowestDeductionBasisPoints: 500, rateBasisPoints: 130 },
  B: { lowestDeductionBasisPoints: 600, rateBasisPoints: 170 },
  C: { lowestDeductionBasisPoints: 800, rateBasisPoints: 220 },
  D: { lowestDeductionBasisPoints: 1_000, rateBasisPoints: 300 },
} as const;

/** A product of tier B for 90 days unless told otherwise, from 1,000 naira to 50 million. */
export function anyProduct(change: Partial<LenderProduct> = {}): LenderProduct {
  return {
    lenderId: "lnd_1",
    name: "Demo Lender",
    riskTier: "B",
    tenorDays: 90,
    ...demoTerms.B,
    highestDeductionBasisPoints: 2_500,
    minimumPrincipal: kobo(100_000),
    maximumPrincipal: kobo(5_000_000_000),
    minimumDeduction: kobo(50_000),
    defaultAfterDays: 90,
    ...change,
  };
}
