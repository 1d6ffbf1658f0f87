import { now } from "@/lib/clock";
import { tenors } from "@/lib/funding/constants";
import { createLender } from "@/lib/lenders/create-lender";
import { toKobo } from "@/lib/money";

/** A lender of the test environment for tiers A to D and every tenor, at 3 percent a month. */
export async function createTestLender(change: { minimumPrincipal?: number } = {}): Promise<string> {
  return createLender({
    environment: "test",
    name: "Test Lender",
    minimumPrincipal: toKobo(1_000),
    maximumPrincipal: toKobo(100_000_000),
    minimumDeduction: toKobo(100),
    products: (["A", "B", "C", "D"] as const).flatMap((riskTier) =>
      tenors.map((tenorDays) => ({ riskTier, tenorDays, interestBasisPoints: tenorDays * 10 })),
    ),
    now: now(),
    ...change,
  });
}
