import { tenors } from "@/lib/funding/constants";
import { createLender } from "@/lib/lenders/create-lender";
import { kobo, toKobo } from "@/lib/money";
import { now } from "@/test/time";

/** A lender of the test environment for tiers A to D and every tenor, at 3 percent a month. */
export async function createTestLender({ minimumPrincipal = 100_000 } = {}): Promise<string> {
  return createLender({
    environment: "test",
    name: "Test Lender",
    minimumPrincipal: kobo(minimumPrincipal),
    maximumPrincipal: toKobo(100_000_000),
    minimumDeduction: toKobo(100),
    products: (["A", "B", "C", "D"] as const).flatMap((riskTier) =>
      tenors.map((tenorDays) => ({ riskTier, tenorDays, interestBasisPoints: tenorDays * 10 })),
    ),
    realNow: now(),
  });
}
