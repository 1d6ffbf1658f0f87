import type { Tenant } from "@/lib/kernel/actor";
import { kobo, toKobo } from "@/lib/kernel/money";
import { createLender } from "@/lib/parties/lenders/create-lender";
import { tenors } from "@/lib/terms/funding/constants";
import { now } from "@/test/time";

/** Lowest deduction percentage by tier, in basis points. */
const lowest = { A: 500, B: 600, C: 800, D: 1_000 } as const;

/** A lender of the test environment for tiers A to D and every tenor: 3 percent for 30 days, at most 25 of each sale. */
export async function createTestLender({ minimumPrincipal = 100_000 } = {}): Promise<string> {
  return createLender({
    environment: "test",
    name: "Test Lender",
    minimumPrincipal: kobo(minimumPrincipal),
    maximumPrincipal: toKobo(100_000_000),
    minimumDeduction: toKobo(100),
    products: (["A", "B", "C", "D"] as const).flatMap((riskTier) =>
      tenors.map((tenorDays) => ({
        riskTier,
        tenorDays,
        lowestDeductionBasisPoints: lowest[riskTier],
        highestDeductionBasisPoints: 2_500,
        rateBasisPoints: 300,
      })),
    ),
    realNow: now(),
  });
}

const lenders = new Map<string, Promise<string>>();

/** One lender for all loans of a tenant: a lender for each would be most of the work. */
export function lenderOf({ marketplaceId, environment }: Tenant): Promise<string> {
  const key = `${marketplaceId}:${environment}`;
  const lender = lenders.get(key) ?? createTestLender();
  lenders.set(key, lender);
  return lender;
}
