import { and, eq, inArray } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { loans } from "@/db/schema/loans";
import { scores } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { openLoanStates } from "@/lib/terms/loans/states";
import { useDatabase } from "@/test/database";
import { merchantOfOwner, ownBvn } from "@/test/factories/borrowers";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { marketplacesOfOneTester } from "@/test/factories/marketplace";
import { usePlainAgreements } from "@/test/plain-agreements";
import { costlyCases, costlyTimeout, fc, proofSeed } from "@/test/proof";
import { now } from "@/test/time";

// As a service has: how much is done at once goes by it.
process.env.DATABASE_POOL = "16";
useDatabase();
usePlainAgreements();

const cap = kobo(100_000_000);
let tenants: Tenant[];
beforeAll(async () => {
  tenants = (await marketplacesOfOneTester()).map((one) => one.test);
  await createTestLender();
});

/** A merchant of the owner that may borrow up to the cap, and whose requests can be decided. */
async function shopOf(tenant: Tenant, bvn: string) {
  const { merchantId } = await merchantOfOwner(tenant, bvn);
  await db().update(scores).set({ maxLendingCap: cap }).where(eq(scores.merchantId, merchantId));
  const approved = { status: "APPROVED", submittedAt: now(), decidedAt: now() } as const;
  await db().update(kycRecords).set(approved).where(eq(kycRecords.merchantId, merchantId));
  return { tenant, merchantId };
}
type Shop = Awaited<ReturnType<typeof shopOf>>;

async function requestOf({ tenant, merchantId }: Shop, amountRequested: number): Promise<string> {
  const id = newId("fundingRequest");
  const asked = { tenorDays: 90, purpose: "Other", financingTimeframeDays: 7, status: "PENDING" } as const;
  await db()
    .insert(fundingRequests)
    .values({ id, ...ownedBy(tenant), merchantId, amountRequested: kobo(amountRequested), ...asked, createdAt: now() });
  return id;
}

async function openLoansOf(shops: readonly Shop[]) {
  const ids = shops.map(({ merchantId }) => merchantId);
  return db()
    .select()
    .from(loans)
    .where(and(inArray(loans.merchantId, ids), inArray(loans.status, [...openLoanStates])));
}

/** Each takes half a second: few in `npm test`, hundreds in `npm run proof`. */
const draws = Math.ceil(costlyCases / 3);

/** Shares of the cap, in percent, that each of two shops asks for; both accept whatever they are offered at once. */
const asking = fc.tuple(
  fc.array(fc.integer({ min: 10, max: 100 }), { minLength: 1, maxLength: 3 }),
  fc.array(fc.integer({ min: 10, max: 100 }), { minLength: 1, maxLength: 3 }),
);

test(`${draws} times two shops of one BVN, at two marketplaces, ask and accept at once: never above one cap`, {
  timeout: costlyTimeout,
}, async () => {
  let refused = 0;
  for (const shares of fc.sample(asking, { numRuns: draws, seed: proofSeed })) {
    const bvn = ownBvn();
    const shops = await Promise.all(tenants.map((tenant) => shopOf(tenant, bvn)));
    const requests = await Promise.all(
      shops.flatMap((shop, i) => (shares[i] ?? []).map((share) => requestOf(shop, (cap / 100) * share))),
    );
    const offered = async (requestId: string) => {
      await decideFundingRequest(requestId, now());
      const [loan] = await db().select().from(loans).where(eq(loans.fundingRequestId, requestId));
      if (loan)
        await acceptOffer({ actor: sandboxActor(shopOfLoan(shops, loan.merchantId)), loanId: loan.id, now: now() });
    };
    await Promise.all(requests.map(offered));
    const open = await openLoansOf(shops);
    const lent = open.reduce((sum, { principal }) => sum + principal, 0);
    expect(lent).toBeLessThanOrEqual(cap);
    expect(lent).toBeGreaterThan(0);
    refused += requests.length - open.length;
  }
  expect(refused).toBeGreaterThan(draws / 2);
});

function shopOfLoan(shops: readonly Shop[], merchantId: string): Tenant {
  return (shops.find((shop) => shop.merchantId === merchantId) ?? expect.fail("nobody's loan")).tenant;
}
