import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { connections } from "@/db/schema/merchants";
import { oauthGrants } from "@/db/schema/oauth";
import { scores } from "@/db/schema/scoring";
import { ownedBy } from "@/db/tenancy";
import { newId } from "@/lib/kernel/ids";
import { fromKobo, zero } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { createFundingRequest } from "@/lib/lending/funding/create-funding-request";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import type { Scope } from "@/lib/terms/oauth";
import { useDatabase } from "@/test/database";
import { sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { oauthClient } from "@/test/factories/oauth";
import { now } from "@/test/time";
import { readFunding } from "./funding-detail";
import { readMerchant } from "./merchant-detail";

useDatabase();

let shop: TestMarketplace;
let merchantId: string;
let ref: string;
let cap: number;

beforeAll(async () => {
  shop = await createMarketplace();
  await createTestLender();
  const actor = sandboxActor(shop.test);
  ({ merchantId, thirdPartyCustomerId: ref } = await submittedMerchant(shop.test));
  const input = merchantRecord({ merchantIdentity: { merchantId: ref } }, now());
  const { submissionId } = await submitSalesData({ actor, ref, input, now: now() });
  await scoreSubmission(submissionId, now());
  await reviewKyc({ actor, ref, outcome: { status: "APPROVED" }, now: now() });
  const [score] = await db().select().from(scores).where(eq(scores.submissionId, submissionId));
  cap = fromKobo(score?.maxLendingCap ?? zero);
});

async function asked(amountRequested: number): Promise<string> {
  const input = { amountRequested, tenorDays: 90, purpose: "Working capital", financingTimeframeDays: 7 } as const;
  const { id } = await createFundingRequest({ actor: sandboxActor(shop.test), ref, input, now: now() });
  return id;
}
const read = (id: string) => readFunding(everyMerchantOf(shop.test), id, now());

describe("a funding request", () => {
  test("refused: with the figures it was decided by, and what could be had today", async () => {
    const id = await asked(cap + 1_000);
    expect(await read(id)).toMatchObject({ request: { status: "PENDING", decidedBy: null }, today: null, loan: null });
    await decideFundingRequest(id, now());
    const { request, merchant, today } = await read(id);
    expect(merchant.id).toBe(merchantId);
    expect(request).toMatchObject({ status: "REJECTED", failureReason: "ABOVE_LENDING_CAP" });
    expect(request.decidedBy).toMatchObject({ cap: cap * 100, committed: 0 });
    expect(today).toMatchObject({ amount: cap + 1_000, blocked: null });
    const [option] = today?.options.filter(({ tenorDays }) => tenorDays === 90) ?? [];
    expect(option).toMatchObject({ available: false, reason: "ABOVE_LENDING_CAP" });
    // Nothing has happened since: what would have been lent then is what is lent now.
    expect(request.decidedBy?.most).toBe((option?.maximum ?? 0) * 100);
  });

  test("fulfilled: with the loan it became; of a disconnected merchant, nothing is offered", async () => {
    const id = await asked(2_000);
    await decideFundingRequest(id, now());
    const found = await read(id);
    expect(found.loan).toMatchObject({ id: expect.stringMatching(/^loan_/), status: "APPROVED" });
    expect(found).toMatchObject({ request: { status: "FULFILLED", decidedBy: { cap: cap * 100 } }, today: null });

    const refused = await asked(cap + 1_000);
    await decideFundingRequest(refused, now());
    expect((await read(refused)).today).not.toBeNull();
    await db().update(connections).set({ status: "DISCONNECTED" }).where(eq(connections.merchantId, merchantId));
    expect((await read(refused)).today).toBeNull();
    expect(await readMerchant(everyMerchantOf(shop.test), ref)).toMatchObject({ score: null, history: [] });
    await db().update(connections).set({ status: "ACTIVE" }).where(eq(connections.merchantId, merchantId));
  });

  test("of another data set does not exist", async () => {
    const [{ id } = { id: "" }] = await db().select().from(fundingRequests).limit(1);
    await expect(readFunding(everyMerchantOf(shop.live), id, now())).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readMerchant(everyMerchantOf(shop.live), ref)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(readMerchant(everyMerchantOf(shop.live), merchantId)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a merchant", () => {
  test("its score in force, KYC, directors by number alone, and consents, newest first", async () => {
    const { clientId } = await oauthClient(shop.test);
    const granted = (scope: Scope) => ({
      ...{ ...ownedBy(shop.test), id: newId("oauthGrant"), clientId, merchantId },
      ...{ scopes: [scope], createdAt: now(), expiresAt: now() },
    });
    await db()
      .insert(oauthGrants)
      .values([granted("loans.read"), granted("data.read.score")]);
    const found = await readMerchant(everyMerchantOf(shop.test), merchantId);
    expect(found).toMatchObject({
      merchant: { id: merchantId, thirdPartyCustomerId: ref },
      connection: { status: "ACTIVE" },
      kyc: { status: "APPROVED", overallProgress: 100 },
      directors: { all: 1, verified: 1 },
      score: { maxLendingCap: cap },
      history: [{ result: { totalScore: found.score?.totalScore } }],
      consents: [{ scopes: ["data.read.score"] }, { scopes: ["loans.read"] }],
    });
    expect(JSON.stringify(found)).not.toMatch(/\d{11}|identity/i);
  });
});
