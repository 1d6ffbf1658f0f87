import { eq, sql } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { directors, kycRecords } from "@/db/schema/kyc";
import { marketplaces } from "@/db/schema/marketplaces";
import { scores } from "@/db/schema/scoring";
import type { Tenant } from "@/lib/kernel/actor";
import { day, hour, later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { writeOffLoan } from "@/lib/lending/servicing/write-off-loan";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import type { DirectorInput } from "@/lib/terms/kyc/schema";
import { useDatabase } from "@/test/database";
import { directedMerchant, merchantOfOwner, ownBvn } from "@/test/factories/borrowers";
import { sandboxActor } from "@/test/factories/kyc";
import { activeLoan, anyLoan } from "@/test/factories/loan";
import { createMarketplace, marketplacesOfOneTester, type TestMarketplace } from "@/test/factories/marketplace";
import { instant, now } from "@/test/time";
import { otherExposureOf } from "./exposure";
import { membersOf } from "./members";

useDatabase();

let shop: TestMarketplace;
let other: TestMarketplace;
let bvn: string;
beforeAll(async () => {
  [shop, other] = await marketplacesOfOneTester();
});
beforeEach(() => {
  bvn = ownBvn();
});

const idsOf = async (tenant: Tenant, merchantId: string) =>
  (await membersOf(everyMerchantOf(tenant), merchantId)).map((member) => member.merchantId);

describe("one borrower are", () => {
  test("merchants of one verified BVN, here and at another marketplace", async () => {
    const [one, here, there] = [
      await directedMerchant(shop.test, { identityNumber: bvn }),
      await directedMerchant(shop.test, {}, { identityNumber: bvn }),
      await directedMerchant(other.test, { identityNumber: bvn }),
    ];
    for (const [tenant, id] of [
      [shop.test, one],
      [shop.test, here],
      [other.test, there],
    ] as const) {
      expect(await idsOf(tenant, id)).toEqual([one, here, there].sort());
    }
  });

  test("those who share one with somebody who shares another with a third", async () => {
    const second = ownBvn();
    const first = await directedMerchant(shop.test, { identityNumber: bvn });
    const between = await directedMerchant(other.test, { identityNumber: bvn }, { identityNumber: second });
    const last = await directedMerchant(shop.test, { identityNumber: second });
    expect(await idsOf(shop.test, last)).toEqual([first, between, last].sort());
  });

  test("those of one verified NIN", async () => {
    const nin = { identityType: "NIN", identityNumber: bvn } as const;
    const [one, two] = [await directedMerchant(shop.test, nin), await directedMerchant(shop.test, nin)];
    expect(await idsOf(shop.test, one)).toEqual([one]);
    for (const id of [one, two]) await verify(id);
    expect(await idsOf(shop.test, one)).toEqual([one, two].sort());
  });
});

async function verify(merchantId: string): Promise<void> {
  const [kyc] = await db().select({ id: kycRecords.id }).from(kycRecords).where(eq(kycRecords.merchantId, merchantId));
  await db()
    .update(directors)
    .set({ verificationStatus: "VERIFIED" })
    .where(eq(directors.kycId, kyc?.id ?? ""));
}

describe("nobody becomes another's borrower by", () => {
  test.each<[string, Partial<DirectorInput>]>([
    ["a number that is not verified", { identityType: "BVN", identityNumber: "22145670000" }],
    ["a passport's number, even verified", { identityType: "PASSPORT", identityNumber: "A04415923" }],
  ])("%s", async (_, identity) => {
    const [one, two] = [await directedMerchant(shop.test, identity), await directedMerchant(shop.test, identity)];
    if (identity.identityType === "PASSPORT") for (const id of [one, two]) await verify(id);
    expect(await idsOf(shop.test, one)).toEqual([one]);
  });

  test("the same digits as BVN and as NIN", async () => {
    const [one, two] = [
      await directedMerchant(shop.test, { identityNumber: bvn }),
      await directedMerchant(shop.test, { identityType: "NIN", identityNumber: bvn }),
    ];
    await verify(two);
    expect(await idsOf(shop.test, one)).toEqual([one]);
  });

  test("the same BVN in the test data of another tester, also by way of one's own second marketplace", async () => {
    const stranger = await createMarketplace();
    const [one, there] = [
      await directedMerchant(shop.test, { identityNumber: bvn }),
      await directedMerchant(other.test, { identityNumber: bvn }),
    ];
    const [theirs, live, theirsLive] = [
      await directedMerchant(stranger.test, { identityNumber: bvn }),
      await directedMerchant(shop.live, { identityNumber: bvn }),
      await directedMerchant(stranger.live, { identityNumber: bvn }),
    ];
    for (const id of [live, theirsLive]) await verify(id);
    expect(await idsOf(shop.test, one)).toEqual([one, there].sort());
    expect(await idsOf(stranger.test, theirs)).toEqual([theirs]);
    expect(await idsOf(shop.live, live)).toEqual([live, theirsLive].sort());
  });

  test("the same BVN in the other environment", async () => {
    const [one, live] = [
      await directedMerchant(shop.test, { identityNumber: bvn }),
      await directedMerchant(shop.live, { identityNumber: bvn }),
    ];
    await verify(live);
    expect(await idsOf(shop.test, one)).toEqual([one]);
    expect(await idsOf(shop.live, live)).toEqual([live]);
  });
});

describe("what the others of a borrower owe", () => {
  const at = instant("2026-03-02T09:00:00Z");
  let merchantId: string;
  beforeEach(async () => {
    merchantId = (await merchantOfOwner(shop.test, bvn)).merchantId;
  });
  const exposure = (moment = at) => otherExposureOf(everyMerchantOf(shop.test), merchantId, moment);
  const nothing = { committed: 0, defaulted: false, overdue: false, fraud: false };
  const on = (tenant: Tenant, loanId: string) => ({ actor: sandboxActor(tenant), loanId, now: at });

  test("is nothing where there are none, and never what the merchant itself owes", async () => {
    await activeLoan(shop.test, merchantId, { now: at });
    expect(await exposure()).toEqual({
      here: { ...nothing, highestCap: 0 },
      elsewhere: { ...nothing, highestCap: 0 },
    });
  });

  test("is that of merchants that joined before it, too", async () => {
    const { merchantId: youngest } = await merchantOfOwner(shop.test, bvn);
    await anyLoan(shop.test, merchantId, { now: at, principal: 200_000 });
    await anyLoan(shop.test, youngest, { now: at, principal: 500_000 });
    const { here } = await otherExposureOf(everyMerchantOf(shop.test), youngest, at);
    expect(here).toMatchObject({ committed: 200_000 });
  });

  test("is told apart: here and elsewhere, offers whole and loans by the rest, caps by the highest", async () => {
    const [here, there] = [await merchantOfOwner(shop.test, bvn), await merchantOfOwner(other.test, bvn)];
    const third = await merchantOfOwner(other.test, bvn);
    await capOf(here.merchantId, 300);
    await capOf(there.merchantId, 700);
    await capOf(third.merchantId, 500);
    await anyLoan(shop.test, here.merchantId, { now: at, principal: 200_000 });
    const { loanId } = await activeLoan(other.test, there.merchantId, { now: at });
    await repayLoan({ ...on(other.test, loanId), input: { amount: 36_333.33 } });
    await anyLoan(other.test, third.merchantId, { now: at, principal: 500_000 });
    const over = await anyLoan(other.test, third.merchantId, { now: at });
    await cancelLoan({ ...on(other.test, over.loanId), input: { reason: "DECLINED" } });
    expect(await exposure()).toEqual({
      here: { ...nothing, committed: 200_000, highestCap: 300 },
      elsewhere: { ...nothing, committed: 10_000_000 - 3_333_333 + 500_000, highestCap: 700 },
    });
  });

  test("has no cap that no loan would be decided by today", async () => {
    const there = await merchantOfOwner(other.test, bvn);
    await capOf(there.merchantId, 700);
    const capAt = async (moment: ReturnType<typeof now>) => (await exposure(moment)).elsewhere.highestCap;
    expect(await capAt(now())).toBe(700);
    // Of a history: two months after the last complete one.
    expect(await capAt(later(now(), 70 * day))).toBe(0);
    await db()
      .update(scores)
      .set({ result: sql`jsonb_set(${scores.result}, '{salesUntil}', 'null')` })
      .where(eq(scores.merchantId, there.merchantId));
    expect([await capAt(later(now(), 89 * day)), await capAt(later(now(), 91 * day))]).toEqual([700, 0]);
    // Of an older model, until it is computed again.
    await db()
      .update(scores)
      .set({ result: sql`jsonb_set(${scores.result}, '{modelVersion}', '"2026-11-01"')` })
      .where(eq(scores.merchantId, there.merchantId));
    expect(await capAt(now())).toBe(0);
  });

  test("counts as overdue from 8 days past due, unless collection is paused", async () => {
    const there = await merchantOfOwner(other.test, bvn);
    const { loanId } = await activeLoan(other.test, there.merchantId, { now: at });
    const due = instant("2026-04-01T00:00:00Z");
    expect((await exposure(later(due, 8 * day - 1))).elsewhere.overdue).toBe(false);
    expect((await exposure(later(due, 8 * day))).elsewhere.overdue).toBe(true);
    expect((await exposure(later(due, 8 * day))).here.overdue).toBe(false);
    await pauseLoan({ ...on(other.test, loanId), now: later(due, 7 * day + hour), input: { reason: "Closed." } });
    expect((await exposure(later(due, 20 * day))).elsewhere.overdue).toBe(false);
  });

  test("is judged by the clock of its own marketplace", async () => {
    const there = await merchantOfOwner(other.test, bvn);
    await activeLoan(other.test, there.merchantId, { now: at });
    const due = instant("2026-04-01T00:00:00Z");
    const setAhead = ({ marketplaceId }: TestMarketplace, testClockAhead: number) =>
      db().update(marketplaces).set({ testClockAhead }).where(eq(marketplaces.id, marketplaceId));
    await setAhead(other, 8 * day);
    expect((await exposure(due)).elsewhere.overdue).toBe(true);
    await setAhead(other, 0);
    expect((await exposure(due)).elsewhere.overdue).toBe(false);
    await setAhead(shop, 8 * day);
    expect((await exposure(later(due, 8 * day))).elsewhere.overdue).toBe(false);
    await setAhead(shop, 0);
  });

  test("is in default until what was written off is recovered, and what was late then is late no more", async () => {
    const there = await merchantOfOwner(other.test, bvn);
    const { loanId } = await activeLoan(other.test, there.merchantId, { now: at });
    await anyLoan(other.test, there.merchantId, { now: at, principal: 500_000 });
    const late = later(at, 60 * day);
    const call = { ...on(other.test, loanId), now: late };
    const elsewhere = async () => (await exposure(late)).elsewhere;
    await defaultLoan({ ...call, input: { reason: "DECIDED" } });
    expect(await elsewhere()).toMatchObject({ defaulted: true, overdue: true, committed: 10_500_000 });
    await writeOffLoan({ ...call, input: { reason: "Gone." } });
    expect(await elsewhere()).toMatchObject({ defaulted: true, overdue: false, committed: 500_000 });
    await repayLoan({ ...call, input: { amount: 109_000 } });
    expect(await elsewhere()).toMatchObject({ defaulted: false, overdue: false, committed: 500_000 });
  });
});

async function capOf(merchantId: string, cap: number): Promise<void> {
  await db()
    .update(scores)
    .set({ maxLendingCap: kobo(cap) })
    .where(eq(scores.merchantId, merchantId));
}
