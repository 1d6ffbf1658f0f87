import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db } from "@/db/client";
import type { Tenant } from "@/lib/kernel/actor";
import { later, second } from "@/lib/kernel/calendar";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { insertMerchants } from "@/lib/merchants/merchants/insert-merchant";
import { queueRescore } from "@/lib/sales/records/queue-rescore";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { submitSalesData } from "@/lib/sales/records/submit-sales-data";
import { creditScore } from "@/lib/sales/scoring/credit-scores/schema";
import { mintEmbedToken } from "@/lib/surfaces/journey/mint-token";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { merchantRecord } from "@/test/factories/merchant-record";
import { now } from "@/test/time";
import { GET } from "./route";

useDatabase();

let mine: TestMarketplace;
let key: string;
beforeEach(async () => {
  mine = await createMarketplace({ live: true });
  key = await accessTokenOf(mine.test, { scopes: ["data.read.score"] });
});

const read = (merchantId: string, by: string | undefined = key) =>
  call(GET, { ...(by === undefined ? {} : { key: by }), params: { merchantId } });

/** Submits data of a merchant and answers with what scores it. */
async function submit(tenant: Tenant, ref: string, gmv30Days = 1_050_000, at = now()) {
  const input = merchantRecord({ merchantIdentity: { merchantId: ref }, salesPerformance: { gmv30Days } }, at);
  const { submissionId } = await submitSalesData({ actor: sandboxActor(tenant), ref, input, now: at });
  return (scoredAt = at) => scoreSubmission(submissionId, scoredAt);
}

async function scoredMerchant(tenant: Tenant) {
  const merchant = await anyMerchant(tenant);
  await (await submit(tenant, merchant.thirdPartyCustomerId))();
  return merchant;
}

/** The answer but for what differs with every request. */
function refusal({ status, json }: Awaited<ReturnType<typeof read>>) {
  const { requestId: _, ...problem } = json;
  return { status, ...problem };
}

const noScore = {
  status: 404,
  code: "NOT_FOUND",
  detail: expect.stringMatching(/merchant is not known, or no data of it has been submitted and scored yet/),
};

describe("a score", () => {
  test("has every field of the contract with its type, in its order, and our additions as the OpenAPI document has them", async () => {
    const { thirdPartyCustomerId: ref } = await anyMerchant(mine.test);
    const submittedAt = now();
    await (await submit(mine.test, ref, 1_050_000, submittedAt))(later(submittedAt, second));
    const { status, json } = await read(ref);
    expect(status).toBe(200);
    expect(Object.keys(json).slice(0, 9)).toEqual([
      ...["totalScore", "riskTier", "maxLendingCap", "eligiblePercentage", "scoreBreakdown", "lendingImplication"],
      ...["calculatedAt", "riskFlags", "recommendations"],
    ]);
    const points = expect.any(Number);
    expect(json).toEqual({
      totalScore: expect.any(Number),
      riskTier: "A",
      maxLendingCap: 1_950_000,
      eligiblePercentage: 200,
      scoreBreakdown: {
        salesPerformance: points,
        revenueConsistency: points,
        fulfillmentOps: points,
        payoutCashFlow: points,
        stabilityTenure: points,
        riskBehavior: points,
      },
      lendingImplication: expect.stringMatching(/./),
      calculatedAt: later(submittedAt, second).toISOString(),
      riskFlags: [],
      recommendations: expect.any(String),
      confidence: 100,
      modelVersion: expect.any(String),
      assumedMonthlySales: 975_000,
      carriedOver: [],
      loanEligibility: expect.objectContaining({ eligible: true, monthsAssessed: 6, asOf: submittedAt.toISOString() }),
      reasons: expect.arrayContaining([expect.objectContaining({ points })]),
      improvements: expect.any(Array),
    });
    expect(creditScore.strict().parse(json)).toEqual(json);
  });

  test("is of either id", async () => {
    const { merchantId, thirdPartyCustomerId } = await scoredMerchant(mine.test);
    const answer = await read(merchantId);
    expect(answer.status).toBe(200);
    expect((await read(thirdPartyCustomerId)).json).toEqual(answer.json);
  });

  test("is of the merchant asked for, however many requests come at once", async () => {
    const known: { ref: string; score: unknown }[] = [];
    for (const gmv30Days of [100, 600_000, 900_000, 1_200_000]) {
      const { thirdPartyCustomerId: ref } = await anyMerchant(mine.test);
      await (await submit(mine.test, ref, gmv30Days))();
      known.push({ ref, score: (await read(ref)).json });
    }
    expect(new Set(known.map(({ score }) => JSON.stringify(score))).size).toBe(known.length);
    const elsewhere = (await createMarketplace()).test;
    const stranger = await accessTokenOf(elsewhere);
    const asked = Array.from({ length: 10 }, () => known).flat();
    const answers = await Promise.all(asked.map(({ ref }, i) => read(ref, i % 5 === 0 ? stranger : key)));
    answers.forEach(({ status, json }, i) => {
      if (i % 5 === 0) expect(status).toBe(404);
      else expect(json).toEqual(asked[i]?.score);
    });
  });
});

describe("the latest score", () => {
  test("is of the data submitted last, in whatever order it was scored", async () => {
    const { thirdPartyCustomerId: ref } = await anyMerchant(mine.test);
    const scoreFirst = await submit(mine.test, ref, 0);
    const scoreSecond = await submit(mine.test, ref, 2_000_000);
    await scoreSecond();
    const { json: second } = await read(ref);
    await scoreFirst();
    expect((await read(ref)).json).toEqual(second);
    // Newer data that is not scored yet changes nothing.
    const scoreThird = await submit(mine.test, ref, 0);
    expect((await read(ref)).json).toEqual(second);
    await scoreThird();
    const { json: third } = await read(ref);
    expect(third.totalScore).toBeLessThan(Number(second.totalScore));
  });

  test("follows when the same data is scored once more", async () => {
    const { merchantId, thirdPartyCustomerId } = await scoredMerchant(mine.test);
    const before = await read(thirdPartyCustomerId);
    const again = await queueRescore(everyMerchantOf(mine.test), merchantId, now());
    expect((await read(thirdPartyCustomerId)).json).toEqual(before.json);
    const calculatedAt = later(now(), 60 * second);
    await scoreSubmission(again ?? "", calculatedAt);
    expect((await read(thirdPartyCustomerId)).json).toMatchObject({ calculatedAt: calculatedAt.toISOString() });
  });

  test("is read from the database each time: another process may have stored it", async () => {
    const { thirdPartyCustomerId: ref } = await scoredMerchant(mine.test);
    expect((await read(ref)).json.riskTier).toBe("A");
    await db().execute(sql`update scores set result = jsonb_set(result, '{riskTier}', '"C"')
      where marketplace_id = ${mine.marketplaceId}`);
    expect((await read(ref)).json.riskTier).toBe("C");
  });
});

describe("there is none, and the answer tells no more than that,", () => {
  test.each(["ref", "merchantId"] as const)("of a merchant named by its %s", async (by) => {
    const name = ({ merchantId, thirdPartyCustomerId }: { merchantId: string; thirdPartyCustomerId: string }) =>
      by === "ref" ? thirdPartyCustomerId : merchantId;
    const nobody = { merchantId: "mer_00000000000000000000000000", thirdPartyCustomerId: "shop-of-nobody" };
    const unknown = refusal(await read(name(nobody)));
    expect(unknown).toMatchObject(noScore);
    const foreign = (await createMarketplace()).test;
    for (const merchant of [
      await anyMerchant(mine.test), // without data
      await scoredMerchant(foreign),
      await scoredMerchant(mine.live),
    ]) {
      expect(refusal(await read(name(merchant)))).toEqual(unknown);
    }
    const waiting = await anyMerchant(mine.test);
    await submit(mine.test, waiting.thirdPartyCustomerId);
    expect(refusal(await read(name(waiting)))).toEqual(unknown);
  });

  test("and a live token sees the live score of the same ref", async () => {
    const ref = (await scoredMerchant(mine.test)).thirdPartyCustomerId;
    const live = await accessTokenOf(mine.live);
    expect((await read(ref, live)).status).toBe(404);
    await insertMerchants(mine.live, [{ thirdPartyCustomerId: ref, businessName: "Live" }], {
      now: now(),
      announcedAt: null,
    });
    await (await submit(mine.live, ref, 0))();
    const { json } = await read(ref, live);
    expect(json.totalScore).toBeLessThan(Number((await read(ref)).json.totalScore));
  });

  test.each(["", "mer_", "a".repeat(256), "x'; drop table scores; --", "%00", "../x"])("of %j", async (ref) => {
    expect((await read(ref)).status).toBe(404);
  });
});

describe("a merchant's own token", () => {
  test("reads the merchant's score by either id, and no other's", async () => {
    const own = await scoredMerchant(mine.test);
    const other = await scoredMerchant(mine.test);
    const bound = await accessTokenOf(mine.test, { merchantId: own.merchantId });
    for (const ref of [own.merchantId, own.thirdPartyCustomerId]) {
      expect((await read(ref, bound)).json).toEqual((await read(ref)).json);
    }
    const unknown = refusal(await read("shop-of-nobody", bound));
    expect(unknown).toMatchObject(noScore);
    for (const ref of [other.merchantId, other.thirdPartyCustomerId]) {
      expect(refusal(await read(ref, bound))).toEqual(unknown);
    }
  });

  test("of whom nothing was submitted finds none", async () => {
    const [made] = await insertMerchants(mine.test, [{ thirdPartyCustomerId: null, businessName: "New" }], {
      now: now(),
      announcedAt: null,
    });
    const bound = await accessTokenOf(mine.test, { merchantId: made?.merchantId ?? "" });
    expect(refusal(await read(made?.merchantId ?? "", bound))).toMatchObject(noScore);
  });
});

describe("the credential", () => {
  test("must have the scope", async () => {
    const { thirdPartyCustomerId: ref } = await scoredMerchant(mine.test);
    const wrong = await accessTokenOf(mine.test, { scopes: ["data.share.sales", "loans.read", "events.write"] });
    const { status, json, headers } = await read(ref, wrong);
    expect({ status, code: json.code }).toEqual({ status: 403, code: "INSUFFICIENT_SCOPE" });
    expect(headers.get("www-authenticate")).toContain('scope="data.read.score"');
  });

  test("is an access token: no secret key, no embed token, nothing", async () => {
    const { thirdPartyCustomerId: ref } = await scoredMerchant(mine.test);
    const embed = await mintEmbedToken({ actor: sandboxActor(mine.test), ref, realNow: now() });
    for (const by of [mine.testKey, mine.liveKey, embed.token, "oat_0"]) {
      const { status, json } = await read(ref, by);
      expect({ status, code: json.code }).toEqual({ status: 401, code: "UNAUTHENTICATED" });
    }
    expect((await call(GET, { params: { merchantId: ref } })).status).toBe(401);
  });
});
