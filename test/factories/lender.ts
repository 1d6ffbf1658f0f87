import { db } from "@/db/client";
import { rails } from "@/db/schema/lenders";
import type { Environment, Tenant } from "@/lib/kernel/actor";
import { encrypt } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { shownEnd } from "@/lib/kernel/mask";
import { kobo, toKobo } from "@/lib/kernel/money";
import { createLender } from "@/lib/parties/lenders/create-lender";
import { tenors } from "@/lib/terms/funding/constants";
import { now } from "@/test/time";

/** Lowest deduction percentage by tier, in basis points. */
const lowest = { A: 500, B: 600, C: 800, D: 1_000 } as const;

/** A lender, of the test environment unless told otherwise, for tiers A to D and every tenor: 3 percent for 30 days, at most 25 of each sale. */
export async function createTestLender({
  minimumPrincipal = 100_000,
  environment = "test" as Environment,
} = {}): Promise<string> {
  return createLender({
    environment,
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

/** A key as Paystack gives them, of no account there is. */
const anyPaystackKey = "sk_live_0123456789abcdef0123456789abcdef01234567";

/** An account with Paystack over which a lender's money moves. */
export async function giveRail(lenderId: string, integration = "100032", key = anyPaystackKey): Promise<string> {
  const id = newId("rail");
  await db()
    .insert(rails)
    .values({
      ...{ id, lenderId, kind: "PAYSTACK", integration, domain: "live", state: "ACTIVE" },
      secretKey: encrypt("rails.secret_key", key),
      keyEnd: shownEnd(key),
      createdAt: now(),
      activatedAt: now(),
    });
  return id;
}
