import { kobo } from "@/lib/kernel/money";
import type { LenderProduct } from "@/lib/parties/lenders/product";
import { demoTerms } from "@/lib/sandbox/seed/demo-lender";

/** A product of tier B for 90 days unless told otherwise, from 1,000 naira to 50 million. */
export function anyProduct(change: Partial<LenderProduct> = {}): LenderProduct {
  return {
    lenderId: "lnd_1",
    name: "Demo Lender",
    riskTier: "B",
    tenorDays: 90,
    ...demoTerms.B,
    minimumPrincipal: kobo(100_000),
    maximumPrincipal: kobo(5_000_000_000),
    minimumDeduction: kobo(50_000),
    defaultAfterDays: 90,
    recoversFromSales: true,
    ...change,
  };
}
