import { toKobo } from "@/lib/kernel/money";
import { tenors } from "@/lib/terms/funding/constants";

/** What the demo lender asks by tier on every tenor, in basis points: the rate is for 30 days. */
export const demoTerms = {
  A: { lowestDeductionBasisPoints: 500, highestDeductionBasisPoints: 2_500, rateBasisPoints: 130 },
  B: { lowestDeductionBasisPoints: 600, highestDeductionBasisPoints: 2_500, rateBasisPoints: 170 },
  C: { lowestDeductionBasisPoints: 800, highestDeductionBasisPoints: 2_500, rateBasisPoints: 220 },
  D: { lowestDeductionBasisPoints: 1_000, highestDeductionBasisPoints: 2_500, rateBasisPoints: 300 },
} as const;

const tiers = ["A", "B", "C", "D"] as const;

/** The lender of the sandbox, with its product table. */
export const demoLender = {
  name: "Demo Lender",
  minimumPrincipal: toKobo(1_000),
  maximumPrincipal: toKobo(50_000_000),
  minimumDeduction: toKobo(100),
  products: tiers.flatMap((riskTier) => tenors.map((tenorDays) => ({ riskTier, tenorDays, ...demoTerms[riskTier] }))),
};
