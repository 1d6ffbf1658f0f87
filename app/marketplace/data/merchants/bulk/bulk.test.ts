import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { db } from "@/db/client";
import { scoreSubmission } from "@/lib/sales/records/score-submission";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { batchOf, countsOf, recordOf, recordsOf } from "@/test/factories/batch";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { now } from "@/test/time";
import { POST as submit } from "./route";

useDatabase();

let shop: TestMarketplace;
let key: string;
beforeEach(async () => {
  shop = await createMarketplace();
  key = await accessTokenOf(shop.test, { scopes: ["data.share.sales"] });
});

type Json = Record<string, unknown>;

const send = (body: unknown, headers: Record<string, string> = {}) => call(submit, { key, body, headers });

describe("a thousand good records", () => {
  it("are stored and scored when the answer comes, in the order in which they were sent", async () => {
    const list = recordsOf(1_000).reverse();
    const answer = await send(batchOf(shop.marketplaceId, list));
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      success: true,
      message: expect.any(String),
      totalProcessed: 1_000,
      successfullyProcessed: 1_000,
      failed: 0,
      errors: [],
      processedMerchantIds: list.map(({ merchantIdentity }) => merchantIdentity.merchantId),
      processedAt: expect.stringMatching(/Z$/),
    });
    expect(await countsOf(shop.marketplaceId)).toEqual({
      merchants: 1_000,
      submissions: 1_000,
      scored: 1_000,
      scores: 1_000,
    });
    const states = await db().execute(sql`select distinct c.status, k.status as kyc, m.announced_at
      from connections c join kyc_records k using (merchant_id) join merchants m on m.id = c.merchant_id
      where c.marketplace_id = ${shop.marketplaceId}`);
    expect([...states]).toEqual([{ status: "ACTIVE", kyc: "PENDING", announced_at: null }]);
  });

  it("score just as each of them does by itself", async () => {
    const list = [
      recordOf("one"),
      recordOf("two", { salesPerformance: { gmv30Days: 10 }, monthlySalesHistory: undefined }),
    ];
    await send(batchOf(shop.marketplaceId, list));
    const scoresOf = () =>
      db().execute<{ id: string; result: Json; limits: Json }>(sql`
        select s.id, c.result, c.limits from submissions s left join scores c on c.submission_id = s.id
        where s.marketplace_id = ${shop.marketplaceId} order by s.id`);
    const first = await scoresOf();
    // The same submissions once more, by way of the queue.
    await db().execute(sql`delete from scores where marketplace_id = ${shop.marketplaceId}`);
    await db().execute(sql`update submissions set status = 'QUEUED', due_at = now()
      where marketplace_id = ${shop.marketplaceId}`);
    for (const { id } of first) await scoreSubmission(id, now());
    expect([...(await scoresOf())]).toEqual([...first]);
  });
});

describe("every seventh record is bad in another way", () => {
  const breaks: [string, (good: ReturnType<typeof recordOf>) => unknown, string, string][] = [
    [
      "negative sales",
      (good) => ({ ...good, salesPerformance: { ...good.salesPerformance, gmv30Days: -1 } }),
      "salesPerformance.gmv30Days",
      "Must be a non-negative number",
    ],
    ["no sales at all", ({ salesPerformance: _, ...rest }) => rest, "salesPerformance", "Is required"],
    [
      "text for a number",
      (good) => ({ ...good, salesPerformance: { ...good.salesPerformance, orderCount: "12" } }),
      "salesPerformance.orderCount",
      "Must be a number",
    ],
    [
      "a rate above 100",
      (good) => ({ ...good, fulfillmentMetrics: { refundRate: 100.5 } }),
      "fulfillmentMetrics.refundRate",
      "Must be at most 100",
    ],
    [
      "an unknown severity",
      (good) => ({ ...good, behavioralRisk: { policyViolationsSeverity: "SEVERE" } }),
      "behavioralRisk.policyViolationsSeverity",
      "Must be one of LOW, MEDIUM, HIGH, CRITICAL",
    ],
    [
      "five months of history",
      (good) => ({ ...good, monthlySalesHistory: good.monthlySalesHistory?.slice(1) }),
      "monthlySalesHistory",
      "Must have exactly 6 months",
    ],
    [
      "a country of one letter",
      (good) => ({ ...good, merchantIdentity: { ...good.merchantIdentity, country: "N" } }),
      "merchantIdentity.country",
      "Must be at least 2 characters",
    ],
  ];

  it("harms no other: 858 are stored, 142 are named with what is wrong", async () => {
    const list: unknown[] = recordsOf(1_000);
    const expected: Json[] = [];
    for (let i = 6, n = 0; i < 1_000; i += 7, n++) {
      const [, spoil, field, error] = breaks[n % breaks.length] ?? [];
      const good = list[i] as ReturnType<typeof recordOf>;
      if (n === 141) {
        list[i] = "no record";
        expected.push({ field: "record", error: "Must be an object", merchantId: "", index: i });
      } else if (spoil) {
        list[i] = spoil(good);
        expected.push({ field, error, merchantId: good.merchantIdentity.merchantId });
      }
    }
    expect(expected.length).toBe(142);
    const answer = await send(batchOf(shop.marketplaceId, list));
    expect(answer.json).toMatchObject({
      success: true,
      totalProcessed: 1_000,
      successfullyProcessed: 858,
      failed: 142,
    });
    expect(answer.json.errors).toEqual(expected);
    expect(answer.json.processedMerchantIds).toHaveLength(858);
    expect(await countsOf(shop.marketplaceId)).toMatchObject({ merchants: 858, scores: 858 });
  });

  const negative = { salesPerformance: { gmv30Days: -1 } };
  it.each<[object, string, string]>([
    [negative, "salesPerformance.gmv30Days", "Must be a non-negative number"],
    [{ other: { currency: "USD" } }, "other.currency", "Must be NGN"],
  ])("%j is refused with the contract's message", async (change, field, error) => {
    const answer = await send(batchOf(shop.marketplaceId, [recordOf("shop-1", change)]));
    expect(answer.json).toMatchObject({ success: true, successfullyProcessed: 0, failed: 1, processedMerchantIds: [] });
    expect(answer.json.errors).toEqual([{ field, error, merchantId: "shop-1" }]);
    expect(await countsOf(shop.marketplaceId)).toMatchObject({ merchants: 0, submissions: 0 });
  });

  it("several errors of one record count once as a failure", async () => {
    const bad = recordOf("shop-1", { salesPerformance: { gmv30Days: -1, orderCount: 1.5 } });
    const answer = await send(batchOf(shop.marketplaceId, [bad, recordOf("shop-2")]));
    expect(answer.json).toMatchObject({ failed: 1, successfullyProcessed: 1, processedMerchantIds: ["shop-2"] });
    expect(answer.json.errors).toHaveLength(2);
  });
});

describe("an impossible id", () => {
  const odd: [string, string, string][] = [
    ["a NUL", "a\u0000b", "Must not contain NUL characters"],
    ["half a surrogate pair", "a\ud800", "Must be well-formed Unicode"],
    ["256 characters", "x".repeat(256), "Must be at most 255 characters"],
    ["a megabyte", "x".repeat(1_000_000), "Must be at most 255 characters"],
    ["nothing", "", "Must not be empty"],
    ["blanks", "   ", "Must not begin or end with white space"],
    ["a blank behind it", "b ", "Must not begin or end with white space"],
    ["two dots", "..", "Must not be . or .."],
    ["our own prefix", "mer_1", "Must not begin with mer_, which is reserved for the service's own ids"],
  ];
  it.each(odd)("of %s harms no other record", async (_, id, error) => {
    const list = [
      recordOf("a"),
      { ...recordOf("b"), merchantIdentity: { ...recordOf("b").merchantIdentity, merchantId: id } },
    ];
    const { status, json, text } = await send(batchOf(shop.marketplaceId, list));
    expect([status, json.processedMerchantIds]).toEqual([200, ["a"]]);
    const usable = ["mer_1", "b ", ".."].includes(id);
    const field = "merchantIdentity.merchantId";
    expect(json.errors).toEqual([{ field, error, ...(usable ? { merchantId: id } : { merchantId: "", index: 1 }) }]);
    expect(text.length).toBeLessThan(1_000);
  });

  it("may have 255 characters of any script", async () => {
    const ids = ["🛒".repeat(127), "a/b?c#d%20", "Ẁ é \n x", "' or 1=1 --"];
    const { json } = await send(
      batchOf(
        shop.marketplaceId,
        ids.map((id) => recordOf(id)),
      ),
    );
    expect(json).toMatchObject({ failed: 0, processedMerchantIds: ids });
  });
});

describe("connections", () => {
  const connectionOf = async (ref: string) => {
    const [row] = await db().execute<{ status: string; active: boolean }>(sql`
      select status, activated_at is not null as active from connections c join merchants m on m.id = c.merchant_id
      where m.marketplace_id = ${shop.marketplaceId} and third_party_customer_id = ${ref}`);
    return row;
  };
  const set = (ref: string, status: string) =>
    db().execute(sql`update connections c set status = ${status} from merchants m
      where m.id = c.merchant_id and m.marketplace_id = ${shop.marketplaceId} and third_party_customer_id = ${ref}`);

  it("that waited for data are ACTIVE, suspended ones stay so, of disconnected merchants nothing is taken", async () => {
    const contact = { businessName: "Ada", email: "ada@shop.example", phoneNumber: "+2348012345678" };
    for (const id of ["waiting", "suspended", "gone"]) {
      await call(createMerchant, { key: shop.testKey, body: { thirdPartyCustomerId: id, ...contact } });
    }
    await set("suspended", "SUSPENDED");
    await set("gone", "DISCONNECTED");
    const list = ["waiting", "suspended", "gone"].map((id) => recordOf(id));
    const { json } = await send(batchOf(shop.marketplaceId, list));
    expect(json.errors).toEqual([
      { field: "merchantIdentity.merchantId", error: "The merchant is disconnected", merchantId: "gone" },
    ]);
    expect(await connectionOf("waiting")).toEqual({ status: "ACTIVE", active: true });
    expect(await connectionOf("suspended")).toMatchObject({ status: "SUSPENDED" });
    expect(await countsOf(shop.marketplaceId)).toMatchObject({ scores: 2 });
  });
});

describe("what is no batch is refused whole", () => {
  const wrong: [string, () => Json, string][] = [
    ["1001 records", () => batchOf(shop.marketplaceId, recordsOf(1_001)), "merchants"],
    ["an empty list", () => batchOf(shop.marketplaceId, []), "merchants"],
    ["no list", () => batchOf(shop.marketplaceId, [], { merchants: { 0: recordOf("a") } }), "merchants"],
    ["a list left out", () => batchOf(shop.marketplaceId, [], { merchants: undefined }), "merchants"],
    [
      "another marketplace's id",
      () => batchOf(shop.marketplaceId, recordsOf(1), { marketplaceId: "mkt_other" }),
      "marketplaceId",
    ],
    [
      "no marketplace id",
      () => batchOf(shop.marketplaceId, recordsOf(1), { marketplaceId: undefined }),
      "marketplaceId",
    ],
    ["no batch id", () => batchOf(shop.marketplaceId, recordsOf(1), { batchId: undefined }), "batchId"],
    ["a batch id of a dot", () => batchOf(shop.marketplaceId, recordsOf(1), { batchId: "." }), "batchId"],
    ["a batch id with a NUL", () => batchOf(shop.marketplaceId, recordsOf(1), { batchId: "a\u0000b" }), "batchId"],
    [
      "a timestamp without a zone",
      () => batchOf(shop.marketplaceId, recordsOf(1), { batchTimestamp: "2026-11-01T08:00:00" }),
      "batchTimestamp",
    ],
    [
      "a date that does not exist",
      () => batchOf(shop.marketplaceId, recordsOf(1), { batchTimestamp: "2026-02-30T08:00:00Z" }),
      "batchTimestamp",
    ],
  ];
  it.each(wrong)("%s", async (_, body, field) => {
    const before = await storedState();
    const answer = await send(body());
    expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED", errors: [{ field }] } });
    expect(await storedState()).toEqual(before);
  });

  it("more than 10 MiB", async () => {
    const raw = JSON.stringify(batchOf(shop.marketplaceId, recordsOf(1), { padding: "x".repeat(10 * 1024 * 1024) }));
    expect(await call(submit, { key, raw })).toMatchObject({ status: 413, json: { code: "BODY_TOO_LARGE" } });
  });

  it("but 9 MiB are taken", async () => {
    const padded = { ...recordOf("shop-1"), note: "x".repeat(9 * 1024 * 1024) };
    expect(await send(batchOf(shop.marketplaceId, [padded]))).toMatchObject({
      status: 200,
      json: { successfullyProcessed: 1 },
    });
  });
});

describe("duplicate ids in one batch", () => {
  it("the later one fails, also behind one that is bad itself", async () => {
    const list = [
      recordOf("a"),
      recordOf("b", { salesPerformance: { gmv30Days: -1 } }),
      recordOf("a"),
      recordOf("b"),
      recordOf("c"),
      recordOf("a"),
    ];
    const { json } = await send(batchOf(shop.marketplaceId, list));
    const duplicate = { field: "merchantIdentity.merchantId", error: "Duplicate merchantId in batch" };
    expect(json.errors).toEqual([
      { field: "salesPerformance.gmv30Days", error: "Must be a non-negative number", merchantId: "b" },
      { ...duplicate, merchantId: "a" },
      { ...duplicate, merchantId: "b" },
      { ...duplicate, merchantId: "a" },
    ]);
    expect(json).toMatchObject({ totalProcessed: 6, failed: 4, processedMerchantIds: ["a", "c"] });
  });
});
