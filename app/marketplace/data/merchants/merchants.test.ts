import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { GET as readScore } from "@/app/api/marketplace/data/merchant/[merchantId]/credit-score/route";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { db } from "@/db/client";
import { runDue } from "@/lib/edge/jobs/run-due";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { countsOf, recordOf } from "@/test/factories/batch";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { POST as submit } from "./route";

useDatabase();

let shop: TestMarketplace;
let key: string;
beforeAll(async () => {
  shop = await createMarketplace();
  key = await accessTokenOf(shop.test);
});

const send = (body: unknown) => call(submit, { key, body });

describe("POST /marketplace/data/merchants", () => {
  it("stores one record, makes its merchant without a word, and scores it in the background", async () => {
    const answer = await send(recordOf("shop-1"));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      message: expect.any(String),
      merchantId: "shop-1",
      submissionId: expect.stringMatching(/^sub_/),
      status: "processing",
      submittedAt: expect.stringMatching(/Z$/),
    });
    expect(await countsOf(shop.marketplaceId)).toEqual({ merchants: 1, submissions: 1, scored: 0, scores: 0 });
    await runDue(shop.test);
    const score = await call(readScore, { key, method: "GET", params: { merchantId: "shop-1" } });
    expect(score).toMatchObject({ status: 200, json: { totalScore: expect.any(Number) } });
    const events = await db().execute(sql`select 1 from events where marketplace_id = ${shop.marketplaceId}`);
    expect(events).toHaveLength(0);
  });

  it("takes a record without a credit history, which the embedded journey must send", async () => {
    expect(await send(recordOf("shop-2", { historicalCredit: undefined }))).toMatchObject({ status: 200 });
  });

  it("turns a pending connection ACTIVE, and refuses data of a disconnected merchant", async () => {
    const contact = { businessName: "Ada", email: "ada@shop.example", phoneNumber: "+2348012345678" };
    await call(createMerchant, { key: shop.testKey, body: { thirdPartyCustomerId: "shop-3", ...contact } });
    const statusOf = () =>
      db().execute(sql`select status from connections c join merchants m on m.id = c.merchant_id
        where third_party_customer_id = 'shop-3'`);
    expect([...(await statusOf())]).toEqual([{ status: "PENDING" }]);
    await send(recordOf("shop-3"));
    expect([...(await statusOf())]).toEqual([{ status: "ACTIVE" }]);
    await db().execute(sql`update connections c set status = 'DISCONNECTED' from merchants m
      where m.id = c.merchant_id and third_party_customer_id = 'shop-3'`);
    const before = await storedState();
    expect(await send(recordOf("shop-3"))).toMatchObject({ status: 409, json: { code: "CONNECTION_CLOSED" } });
    expect(await storedState()).toEqual(before);
  });

  const wrong: [string, () => unknown, string][] = [
    ["negative sales", () => recordOf("x", { salesPerformance: { gmv30Days: -1 } }), "salesPerformance.gmv30Days"],
    ["no identity", () => ({ ...recordOf("x"), merchantIdentity: undefined }), "merchantIdentity"],
    ["amounts in another currency", () => ({ ...recordOf("x"), other: { currency: "USD" } }), "other.currency"],
    ["an id with a NUL", () => recordOf("a\u0000b"), "merchantIdentity.merchantId"],
    ["an id of the service's own", () => recordOf("mer_1"), "merchantIdentity.merchantId"],
    ["a month to come", () => future(), "monthlySalesHistory.5.month"],
    ["a list", () => [recordOf("x")], "body"],
  ];
  it.each(wrong)("refuses %s and stores nothing", async (_, body, field) => {
    const before = await storedState();
    const answer = await send(body());
    expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED" } });
    expect(answer.json.errors).toEqual(expect.arrayContaining([{ field, error: expect.any(String) }]));
    expect(await storedState()).toEqual(before);
  });

  it("twenty records of one unseen merchant at once make one merchant", async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(recordOf("crowd"))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const found = await db().execute(sql`select 1 from merchants where third_party_customer_id = 'crowd'`);
    expect(found).toHaveLength(1);
  });
});

/** A record whose history goes on into a month that has not begun, on either side of midnight in Lagos. */
function future() {
  const history = recordOf("x").monthlySalesHistory ?? [];
  const [year = 0, month = 1] = (history.at(-1)?.month ?? "").split("-").map(Number);
  const months = history.map((entry, i) => {
    const moment = new Date(Date.UTC(year, month - 1 + 3 - (history.length - 1 - i), 1));
    return { ...entry, month: moment.toISOString().slice(0, 7) };
  });
  return { ...recordOf("x"), monthlySalesHistory: months };
}
