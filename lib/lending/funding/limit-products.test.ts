import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { kycRecords } from "@/db/schema/kyc";
import { lenders } from "@/db/schema/lenders";
import { loans } from "@/db/schema/loans";
import { scores } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import type { Operator } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { newId } from "@/lib/kernel/ids";
import { toKobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { outstanding } from "@/lib/loans/ledger/balances";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { bookOf } from "@/lib/loans/loans/load-loans";
import { loansById } from "@/lib/loans/loans/queries";
import { changeLender } from "@/lib/parties/lenders/change-lender";
import { pauseLender } from "@/lib/parties/lenders/pause-lender";
import { readUsage } from "@/lib/parties/lenders/read-usage";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { limitsOf, type WrittenLimits } from "@/lib/terms/lender-limits";
import { useDatabase } from "@/test/database";
import { anyOperator } from "@/test/factories/accounts/any-operator";
import { merchantOfOwner, ownBvn } from "@/test/factories/borrowers";
import { sandboxActor } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { marketplacesOfOneTester, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { decideFundingRequest } from "./decide-funding-request";
import { readFundingOptions } from "./read-funding-options";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
let lenderId: string;
let bvn: string;
beforeEach(async () => {
  await db().update(lenders).set({ archivedAt: now() });
  [shop, other] = await marketplacesOfOneTester();
  lenderId = await createTestLender();
  bvn = ownBvn();
});

async function merchantOf({ test: tenant }: TestMarketplace, owner = ownBvn()): Promise<string> {
  const { merchantId } = await merchantOfOwner(tenant, owner);
  const approved = { status: "APPROVED", submittedAt: now(), decidedAt: now() } as const;
  await db().update(kycRecords).set(approved).where(eq(kycRecords.merchantId, merchantId));
  return merchantId;
}

async function requestOf({ test: tenant }: TestMarketplace, merchantId: string, naira: number): Promise<string> {
  const id = newId("fundingRequest");
  const asked = { tenorDays: 90, purpose: "Other", financingTimeframeDays: 7, status: "PENDING" } as const;
  const row = { id, ...ownedBy(tenant), merchantId, amountRequested: toKobo(naira), ...asked, createdAt: now() };
  await db().insert(fundingRequests).values(row);
  return id;
}

async function outcomeOf(requestId: string) {
  const [request] = await db().select().from(fundingRequests).where(eq(fundingRequests.id, requestId));
  const [loan] = await db().select().from(loans).where(eq(loans.fundingRequestId, requestId));
  return { reason: request?.failureReason ?? null, lenderId: loan?.lenderId ?? null, loanId: loan?.id ?? "" };
}

/** Asks for this, and has it decided until it is. */
async function ask(of: TestMarketplace, merchantId: string, naira: number) {
  const requestId = await requestOf(of, merchantId, naira);
  while ((await decideFundingRequest(requestId, now())) !== null);
  return outcomeOf(requestId);
}

const limit = (limits: WrittenLimits) =>
  db()
    .update(lenders)
    .set({ limits: limitsOf(limits) })
    .where(eq(lenders.id, lenderId));
const full = { reason: "NO_LENDER_AVAILABLE", lenderId: null };
const lent = () => ({ reason: null, lenderId });

describe("a limit counts offers and loans, to the kobo", () => {
  test.each<[string, WrittenLimits]>([
    ["in all", { facility: 150_000 }],
    ["of a marketplace", { perMarketplace: 150_000 }],
    ["of a tier", { perTier: { A: 150_000 } }],
    ["of a month", { perMonth: 150_000 }],
    ["of a borrower", { perBorrower: 150_000 }],
  ])("%s", async (_, limits) => {
    await limit(limits);
    const ofOne = limits.perBorrower ? bvn : undefined;
    const [one, two] = [await merchantOf(shop, ofOne), await merchantOf(shop, ofOne)];
    const first = await ask(shop, one, 100_000);
    expect(first).toMatchObject(lent());
    expect(await ask(shop, two, 50_000.01)).toMatchObject(full);
    expect(await ask(shop, two, 50_000)).toMatchObject(lent());
    expect(await ask(shop, two, 1_000)).toMatchObject(full);
    const actor = sandboxActor(shop.test);
    await cancelLoan({ actor, loanId: first.loanId, now: now(), input: { reason: "DECLINED" } });
    expect(await ask(shop, two, 100_000), "what was cancelled leaves room").toMatchObject(lent());
  });

  test("others have room where the limit is not theirs", async () => {
    await limit({ perMarketplace: 100_000, perBorrower: 60_000, perTier: { B: 1_000 } });
    const mine = await merchantOf(shop, bvn);
    expect(await ask(shop, mine, 60_000)).toMatchObject(lent());
    expect(await ask(shop, mine, 1_000)).toMatchObject(full);
    expect(await ask(shop, await merchantOf(shop), 40_000)).toMatchObject(lent());
    expect(await ask(shop, await merchantOf(shop), 1_000)).toMatchObject(full);
    expect(await ask(other, await merchantOf(other), 60_000)).toMatchObject(lent());
  });

  test("a month begins anew", async () => {
    await limit({ perMonth: 100_000 });
    const { loanId } = await ask(shop, await merchantOf(shop), 100_000);
    expect(await ask(shop, await merchantOf(shop), 1_000)).toMatchObject(full);
    await db()
      .update(loans)
      .set({ approvedAt: later(now(), -32 * day) })
      .where(eq(loans.id, loanId));
    expect(await ask(shop, await merchantOf(shop), 100_000)).toMatchObject(lent());
  });

  test("what a loan has paid back of its principal leaves room, as the ledger has it", async () => {
    const { loanId } = await ask(shop, await merchantOf(shop), 100_000);
    const on = { actor: sandboxActor(shop.test), loanId, now: now() };
    await acceptLoan({ ...on, input: {} });
    for (const amount of [1_234.56, 30_000, 20_000.01]) {
      await repayLoan({ ...on, input: { amount } });
      const [loan] = await loansById(everyMerchantOf(shop.test), [loanId]);
      const used = (await readUsage([lenderId], now())).get(lenderId);
      expect(used?.facility).toBe(loan && outstanding(bookOf(loan)).principal);
      expect([used?.perTier.get("A"), used?.perMarketplace.get(shop.marketplaceId)]).toEqual([
        used?.facility,
        used?.facility,
      ]);
      expect(used?.perMonth).toBe(toKobo(100_000));
    }
  });
});

test("of a borrower that owes the lender elsewhere, no more than quarters of the merchant's own cap are told", async () => {
  const mine = await merchantOf(shop, bvn);
  await db()
    .update(scores)
    .set({ maxLendingCap: toKobo(200_000) });
  await ask(other, await merchantOf(other, bvn), 12_345);
  await db()
    .update(scores)
    .set({ maxLendingCap: toKobo(200_000) });
  await limit({ perBorrower: 100_000 });
  const options = await readFundingOptions(everyMerchantOf(shop.test), mine, undefined, now());
  expect(options.maximum).toBe(50_000);
  expect(await ask(shop, mine, 50_001)).toMatchObject(full);
  expect(await ask(shop, mine, 50_000)).toMatchObject(lent());
});

test("what is left of a lender's limits is told in steps that tell of no single loan", async () => {
  await limit({ facility: 1_000_000 });
  const mine = await merchantOf(shop);
  const most = async () => (await readFundingOptions(everyMerchantOf(shop.test), mine, undefined, now())).maximum;
  expect(await most()).toBe(1_000_000);
  const merchantId = await merchantOf(other);
  for (const [naira, told] of [
    [1_000, 500_000],
    [345_678, 500_000],
    [153_321.99, 500_000],
    [1_000, 200_000],
  ] as const) {
    expect(await ask(other, merchantId, naira)).toMatchObject(lent());
    expect(await most()).toBe(told);
  }
});

test("decisions tell no more of what others use than that: asked again and again, the steps are all that shows", async () => {
  await limit({ facility: 1_000_000, perTier: { A: 1_000_000 }, perMonth: 1_000_000 });
  const mine = await merchantOf(shop);
  expect(await ask(other, await merchantOf(other), 345_678)).toMatchObject(lent());
  expect(await ask(shop, mine, 500_000.01)).toMatchObject(full);
  const half = await ask(shop, mine, 400_000);
  expect(half).toMatchObject(lent());
  // What one uses oneself is no secret.
  expect(await ask(shop, await merchantOf(shop), 100_000.01)).toMatchObject(full);
  expect(await ask(shop, await merchantOf(shop), 100_000)).toMatchObject(lent());
});

test("eight decisions at once never exceed a limit, nor leave room that is asked for", async () => {
  const next = await createTestLender();
  await limit({ facility: 250_000 });
  const shops = [shop, other, shop, other, shop, other, shop, other];
  const requests = await Promise.all(shops.map(async (of) => requestOf(of, await merchantOf(of), 100_000)));
  const decided = async (id: string) => {
    while ((await decideFundingRequest(id, now())) !== null);
    return (await outcomeOf(id)).lenderId;
  };
  const chosen = await Promise.all(requests.map(decided));
  expect(chosen.filter((id) => id === lenderId)).toHaveLength(2);
  expect(chosen.filter((id) => id === next)).toHaveLength(6);
});

test("a lender that is paused, or whose limits were lowered, makes no new offers; offers out are accepted and paid", async () => {
  const mine = await merchantOf(shop);
  const [one, two] = [await ask(shop, mine, 100_000), await ask(shop, await merchantOf(shop), 100_000)];
  const operator: Operator = { userId: (await anyOperator()).userId };
  const realNow = now();
  await changeLender({ operator, lenderId, input: { limits: { facility: 1_000, perMonth: 0 } }, realNow });
  expect(await ask(shop, mine, 1_000)).toMatchObject(full);
  await acceptLoan({ actor: sandboxActor(shop.test), loanId: one.loanId, now: now(), input: {} });
  await changeLender({ operator, lenderId, input: { limits: {} }, realNow });
  await pauseLender({ operator, lenderId, reason: "A pause.", realNow });
  expect(await ask(shop, mine, 1_000)).toMatchObject(full);
  expect(await readFundingOptions(everyMerchantOf(shop.test), mine, undefined, now())).toMatchObject({
    maximum: 0,
    blocked: "NO_LENDER_AVAILABLE",
    options: [],
  });
  await acceptLoan({ actor: sandboxActor(shop.test), loanId: two.loanId, now: now(), input: {} });
  const paid = await loansById(everyMerchantOf(shop.test), [one.loanId, two.loanId]);
  expect(paid.map(({ status }) => status)).toEqual(["ACTIVE", "ACTIVE"]);
  const next = await createTestLender();
  expect(await ask(shop, mine, 1_000), "another lender lends").toMatchObject({ reason: null, lenderId: next });
});
