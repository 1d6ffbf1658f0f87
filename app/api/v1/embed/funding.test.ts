import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { fundingRequests } from "@/db/schema/funding";
import { events } from "@/db/schema/webhooks";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { decideFundingRequest } from "@/lib/lending/funding/decide-funding-request";
import { type FundingOptions, fundingOptions } from "@/lib/lending/funding/schema";
import { reviewKyc } from "@/lib/merchants/kyc/review-kyc";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { readMerchantStatus } from "@/lib/surfaces/merchant-status/queries";
import { useDatabase } from "@/test/database";
import { embedTokenOf } from "@/test/factories/embed";
import { anyMerchant, sandboxActor, submittedMerchant } from "@/test/factories/kyc";
import { createTestLender } from "@/test/factories/lender";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { errorsOf, journeyWith, sessionOf } from "@/test/journey-calls";
import { now } from "@/test/time";

useDatabase();

let shop: TestMarketplace;
beforeAll(async () => {
  shop = await createMarketplace();
  await createTestLender();
});

const actor = () => sandboxActor(shop.test);

async function approvedJourney() {
  const merchant = await submittedMerchant(shop.test);
  await reviewKyc({ actor: actor(), ref: merchant.merchantId, outcome: { status: "APPROVED" }, now: now() });
  const journey = journeyWith(await embedTokenOf(shop.test, merchant.merchantId));
  return {
    ...merchant,
    ...journey,
    read: async (amount?: number) => (await journey.options(amount)).json as FundingOptions,
  };
}
type Journey = Awaited<ReturnType<typeof approvedJourney>>;

async function score({ merchantId, thirdPartyCustomerId }: Journey, change = {}) {
  const input = merchantRecord({ merchantIdentity: { merchantId: thirdPartyCustomerId }, ...change }, now());
  const { submissionId } = await submitSalesData({ actor: actor(), ref: merchantId, input, now: now() });
  await scoreSubmission(submissionId, now());
}

/** Asks and has it decided at once; answers the newest request as the session has it. */
async function askAndDecide(journey: Journey, amountRequested: number, tenorDays = 90) {
  const asked = sessionOf(await journey.ask({ amountRequested, tenorDays, purpose: "Other" }));
  await decideFundingRequest(asked.fundingRequests[0]?.id ?? "", now());
  return (await journey.session()).fundingRequests[0];
}

describe("what could be requested", () => {
  test("nothing before the first score, and that is said", async () => {
    const journey = await approvedJourney();
    expect(await journey.options()).toMatchObject({
      status: 200,
      json: { minimum: 1_000, maximum: 0, amount: 1_000, blocked: "NO_CREDIT_SCORE", options: [] },
    });
  });

  test("up to the cap, with what it costs on every tenor; and the reconciler keeps to it", async () => {
    const journey = await approvedJourney();
    await score(journey);
    const cap = (await readMerchantStatus(everyMerchantOf(shop.test), journey.merchantId)).creditScore?.maxLendingCap;
    const found = await journey.read();
    expect(fundingOptions.parse(found)).toEqual(found);
    expect(found).toMatchObject({ maximum: cap, amount: cap, blocked: null });
    expect(found.options.map(({ tenorDays }) => tenorDays)).toEqual([30, 90, 120, 365, 730]);
    for (const { forecast } of found.options) {
      expect(String(forecast?.early) <= String(forecast?.likely)).toBe(true);
      expect(String(forecast?.likely) <= String(forecast?.late)).toBe(true);
    }

    const option = (await journey.read(50_000)).options.find(({ tenorDays }) => tenorDays === 90);
    const { fee = 0, totalRepayment, interestRate = 0, expectedDays = 0 } = option ?? {};
    expect(option).toMatchObject({ available: true, reason: null, excess: null });
    // 3 percent for 30 days; the days are shown rounded.
    expect(totalRepayment).toBe(50_000 + fee);
    expect(interestRate).toBeCloseTo(fee / 500, 3);
    expect(Math.abs(interestRate - 0.1 * (expectedDays ?? 0))).toBeLessThanOrEqual(0.05);
    expect(option?.annualPercentageRate).toBeGreaterThan(36.5);
    expect(found.options.filter(({ recommended }) => recommended).map(({ tenorDays }) => tenorDays)).toEqual(
      found.recommendedTenor === null ? [] : [found.recommendedTenor],
    );
    const most = option?.maximum ?? 0;
    expect(await askAndDecide(journey, most + 1_000)).toMatchObject({ status: "REJECTED" });
    expect(await askAndDecide(journey, most)).toMatchObject({ status: "FULFILLED" });

    const left = await journey.read();
    expect(left.maximum).toBeLessThan(found.maximum);
    const again = left.options.find(({ tenorDays }) => tenorDays === 90);
    expect(again).toMatchObject({ available: false });
    expect(again?.maximum).toBeLessThan(most);
  });

  test("an amount that is too much is answered with figures and the reason", async () => {
    const journey = await approvedJourney();
    await score(journey);
    const found = await journey.read(90_000_000);
    expect(found.amount).toBe(90_000_000);
    for (const option of found.options) expect(option).toMatchObject({ available: false, reason: "ABOVE_LENDING_CAP" });
  });

  test.each(["abc", "-5", "1e5", "1.234", "", "99999999999999"])("%j is no amount", async (amount) => {
    const answer = await (await approvedJourney()).options(amount);
    expect(answer.status).toBe(400);
    expect(errorsOf(answer)).toMatchObject([{ field: "amount" }]);
  });

  test("is each merchant's own: another's cap and sales do not count", async () => {
    const [rich, poor] = [await approvedJourney(), await approvedJourney()];
    await score(rich);
    expect((await poor.read()).blocked).toBe("NO_CREDIT_SCORE");
  });
});

describe("asking", () => {
  const wish = { amountRequested: 5_000, tenorDays: 30, purpose: "Working capital" };

  test("makes a request that waits, which the marketplace hears of", async () => {
    const journey = await approvedJourney();
    const answer = await journey.ask(wish);
    expect(answer).toMatchObject({ status: 201, json: { step: "status", open: ["status", "funding"] } });
    expect(sessionOf(answer).fundingRequests).toMatchObject([{ ...wish, status: "PENDING", decidedAt: null }]);
    const status = await readMerchantStatus(everyMerchantOf(shop.test), journey.merchantId);
    expect(status.fundingRequests).toMatchObject([{ ...wish, status: "PENDING" }]);
    const [told] = await db()
      .select({ type: events.type })
      .from(events)
      .where(eq(events.merchantId, journey.merchantId))
      .orderBy(desc(events.sequence));
    expect(told?.type).toBe("funding_request.created");
  });

  test("twice with one key asks once, however close together", async () => {
    const journey = await approvedJourney();
    const count = async () => (await db().select().from(fundingRequests)).length;
    const before = await count();
    const answers = await Promise.all(Array.from({ length: 6 }, () => journey.ask(wish, "tap")));
    expect(await count()).toBe(before + 1);
    for (const { status, json } of answers) {
      if (status !== 201) expect(json).toMatchObject({ status: 409, code: "IDEMPOTENCY_IN_PROGRESS" });
    }
    const again = await journey.ask(wish, "tap");
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await journey.ask({ ...wish, tenorDays: 90 }, "tap")).toMatchObject({
      status: 409,
      json: { code: "IDEMPOTENCY_CONFLICT" },
    });
  });

  test("under a key that another merchant of the marketplace has used is a request of its own", async () => {
    const [first, second] = [await approvedJourney(), await approvedJourney()];
    await first.ask(wish, "same");
    const answer = sessionOf(await second.ask(wish, "same"));
    expect(answer.merchant.merchantId).toBe(second.merchantId);
    expect((await second.session()).fundingRequests).toHaveLength(1);
  });

  test("is checked like the marketplace's", async () => {
    const journey = await approvedJourney();
    const answer = await journey.ask({ amountRequested: 999, tenorDays: 31, purpose: "Yacht" });
    expect(errorsOf(answer).map(({ field }) => field)).toEqual(["amountRequested", "tenorDays", "purpose"]);
  });

  test("is refused after KYC was rejected, which the options say as well", async () => {
    const { merchantId } = await submittedMerchant(shop.test);
    await reviewKyc({ actor: actor(), ref: merchantId, outcome: { status: "REJECTED", reason: "No." }, now: now() });
    const journey = journeyWith(await embedTokenOf(shop.test, merchantId));
    expect(await journey.ask(wish)).toMatchObject({ status: 409, json: { code: "KYC_REJECTED" } });
    expect((await journey.options()).json).toMatchObject({ blocked: "KYC_REJECTED", maximum: 0 });
  });

  test("is possible before KYC is decided", async () => {
    const { merchantId } = await anyMerchant(shop.test);
    const journey = journeyWith(await embedTokenOf(shop.test, merchantId));
    expect(await journey.ask(wish)).toMatchObject({ status: 201, json: { step: "business-info" } });
  });
});
