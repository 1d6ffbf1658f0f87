import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { GET as getBatch } from "@/app/marketplace/data/batches/[batchId]/route";
import { db } from "@/db/client";
import { accessTokenOf } from "@/db/factories/access-token";
import { createMarketplace, type TestMarketplace } from "@/db/factories/marketplace";
import { merchantRecord } from "@/db/factories/merchant-record";
import { storedState } from "@/db/factories/snapshot";
import { useDatabase } from "@/db/testing";
import { call } from "@/lib/http/testing";
import { processBatch } from "@/lib/ingestion/process-batch";
import { scoreSubmission } from "@/lib/ingestion/score-submission";
import { runDue } from "@/lib/jobs/run-due";
import { POST as submit } from "./route";

useDatabase();

let shop: TestMarketplace;
let key: string;
let made = 0;
beforeEach(async () => {
  shop = await createMarketplace();
  key = await accessTokenOf(shop.test, { scopes: ["data.share.sales"] });
});

type Json = Record<string, unknown>;

const record = (merchantId: string, over: Parameters<typeof merchantRecord>[0] = {}) =>
  merchantRecord({ ...over, merchantIdentity: { merchantId, ...over.merchantIdentity } }, new Date());
const records = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => record(`shop-${String(from + i).padStart(4, "0")}`));

function batchOf(merchants: unknown[], over: Json = {}): Json {
  made += 1;
  const batchTimestamp = "2026-11-01T08:00:00+01:00";
  return { merchants, marketplaceId: shop.marketplaceId, batchTimestamp, batchId: `batch-${made}`, ...over };
}

const send = (body: unknown, headers: Record<string, string> = {}) => call(submit, { key, body, headers });
const later = { prefer: "respond-async" };
const status = (batchId: string, by = key) => call(getBatch, { key: by, method: "GET", params: { batchId } });

async function counts(): Promise<Json> {
  const [row] = await db().execute<Json>(sql`
    select (select count(*)::int from merchants where marketplace_id = ${shop.marketplaceId}) as merchants,
      (select count(*)::int from submissions where marketplace_id = ${shop.marketplaceId} and status = 'SCORED') as scored,
      (select count(*)::int from submissions where marketplace_id = ${shop.marketplaceId}) as submissions,
      (select count(*)::int from scores where marketplace_id = ${shop.marketplaceId}) as scores`);
  return row ?? {};
}

describe("a thousand good records", () => {
  it("are stored and scored when the answer comes, in the order in which they were sent", async () => {
    const list = records(1_000).reverse();
    const answer = await send(batchOf(list));
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
    expect(await counts()).toEqual({ merchants: 1_000, submissions: 1_000, scored: 1_000, scores: 1_000 });
    const states = await db().execute(sql`select distinct c.status, k.status as kyc, m.announced_at
      from connections c join kyc_records k using (merchant_id) join merchants m on m.id = c.merchant_id
      where c.marketplace_id = ${shop.marketplaceId}`);
    expect([...states]).toEqual([{ status: "ACTIVE", kyc: "PENDING", announced_at: null }]);
  });

  it("score just as each of them does by itself", async () => {
    const list = [
      record("one"),
      record("two", { salesPerformance: { gmv30Days: 10 }, monthlySalesHistory: undefined }),
    ];
    await send(batchOf(list));
    const scoresOf = () =>
      db().execute<{ id: string; result: Json; limits: Json }>(sql`
        select s.id, c.result, c.limits from submissions s left join scores c on c.submission_id = s.id
        where s.marketplace_id = ${shop.marketplaceId} order by s.id`);
    const first = await scoresOf();
    // The same submissions once more, by way of the queue.
    await db().execute(sql`delete from scores where marketplace_id = ${shop.marketplaceId}`);
    await db().execute(sql`update submissions set status = 'QUEUED', due_at = now()
      where marketplace_id = ${shop.marketplaceId}`);
    for (const { id } of first) await scoreSubmission(id, new Date());
    expect([...(await scoresOf())]).toEqual([...first]);
  });
});

describe("every seventh record is bad in another way", () => {
  const breaks: [string, (good: ReturnType<typeof record>) => unknown, string, string][] = [
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
    const list: unknown[] = records(1_000);
    const expected: Json[] = [];
    for (let i = 6, n = 0; i < 1_000; i += 7, n++) {
      const [, spoil, field, error] = breaks[n % breaks.length] ?? [];
      const good = list[i] as ReturnType<typeof record>;
      if (n === 141) {
        list[i] = "no record";
        expected.push({ field: "record", error: "Must be an object", merchantId: "", index: i });
      } else if (spoil) {
        list[i] = spoil(good);
        expected.push({ field, error, merchantId: good.merchantIdentity.merchantId });
      }
    }
    expect(expected.length).toBe(142);
    const answer = await send(batchOf(list));
    expect(answer.json).toMatchObject({
      success: true,
      totalProcessed: 1_000,
      successfullyProcessed: 858,
      failed: 142,
    });
    expect(answer.json.errors).toEqual(expected);
    expect(answer.json.processedMerchantIds).toHaveLength(858);
    expect(await counts()).toMatchObject({ merchants: 858, scores: 858 });
  });

  it("a negative gmv30Days is told in the very words of the interface", async () => {
    const answer = await send(batchOf([record("shop-1", { salesPerformance: { gmv30Days: -1 } })]));
    expect(answer.json).toMatchObject({ success: true, successfullyProcessed: 0, failed: 1, processedMerchantIds: [] });
    expect(answer.json.errors).toEqual([
      { field: "salesPerformance.gmv30Days", error: "Must be a non-negative number", merchantId: "shop-1" },
    ]);
    expect(await counts()).toMatchObject({ merchants: 0, submissions: 0 });
  });

  it("several errors of one record count once as a failure", async () => {
    const bad = record("shop-1", { salesPerformance: { gmv30Days: -1, orderCount: 1.5 } });
    const answer = await send(batchOf([bad, record("shop-2")]));
    expect(answer.json).toMatchObject({ failed: 1, successfullyProcessed: 1, processedMerchantIds: ["shop-2"] });
    expect(answer.json.errors).toHaveLength(2);
  });
});

describe("what is no batch is refused whole", () => {
  const wrong: [string, () => Json, string][] = [
    ["1001 records", () => batchOf(records(1_001)), "merchants"],
    ["an empty list", () => batchOf([]), "merchants"],
    ["no list", () => batchOf([], { merchants: { 0: record("a") } }), "merchants"],
    ["a list left out", () => batchOf([], { merchants: undefined }), "merchants"],
    ["another marketplace's id", () => batchOf(records(1), { marketplaceId: "mkt_other" }), "marketplaceId"],
    ["no marketplace id", () => batchOf(records(1), { marketplaceId: undefined }), "marketplaceId"],
    ["no batch id", () => batchOf(records(1), { batchId: undefined }), "batchId"],
    ["a batch id of a dot", () => batchOf(records(1), { batchId: "." }), "batchId"],
    ["a batch id with a NUL", () => batchOf(records(1), { batchId: "a\u0000b" }), "batchId"],
    [
      "a timestamp without a zone",
      () => batchOf(records(1), { batchTimestamp: "2026-11-01T08:00:00" }),
      "batchTimestamp",
    ],
    [
      "a date that does not exist",
      () => batchOf(records(1), { batchTimestamp: "2026-02-30T08:00:00Z" }),
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
    const raw = JSON.stringify(batchOf(records(1), { padding: "x".repeat(10 * 1024 * 1024) }));
    expect(await call(submit, { key, raw })).toMatchObject({ status: 413, json: { code: "BODY_TOO_LARGE" } });
  });

  it("but 9 MiB are taken", async () => {
    const padded = { ...record("shop-1"), note: "x".repeat(9 * 1024 * 1024) };
    expect(await send(batchOf([padded]))).toMatchObject({ status: 200, json: { successfullyProcessed: 1 } });
  });
});

describe("duplicate ids in one batch", () => {
  it("the later one fails, also behind one that is bad itself", async () => {
    const list = [
      record("a"),
      record("b", { salesPerformance: { gmv30Days: -1 } }),
      record(" a "),
      record("b"),
      record("c"),
      record("a"),
    ];
    const { json } = await send(batchOf(list));
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

describe("the batchId is the idempotency key", () => {
  it("the same batch again gets the first answer, word for word, and stores nothing", async () => {
    const body = batchOf([record("a"), record("b", { salesPerformance: { gmv30Days: -1 } })]);
    const first = await send(body);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const before = await storedState();
    const again = await send(body);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await storedState()).toEqual(before);
  });

  it("another body under it is a conflict, and stores nothing", async () => {
    const body = batchOf([record("a")]);
    await send(body);
    const before = await storedState();
    const other = await send({ ...body, merchants: [record("b")] });
    expect(other).toMatchObject({ status: 409, json: { code: "BATCH_CONFLICT" } });
    expect(await storedState()).toEqual(before);
  });

  it("twenty at once are one", async () => {
    const body = batchOf(records(50));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status: code }) => code)).toEqual(Array(20).fill(200));
    expect(await counts()).toEqual({ merchants: 50, submissions: 50, scored: 50, scores: 50 });
  });

  it("two marketplaces, and the two environments of one, do not share it", async () => {
    const body = batchOf([record("a")], { batchId: "monday" });
    expect((await send(body)).status).toBe(200);
    const other = await createMarketplace();
    const otherKey = await accessTokenOf(other.test);
    const theirs = { ...body, marketplaceId: other.marketplaceId };
    expect(await call(submit, { key: otherKey, body: theirs })).toMatchObject({ status: 200 });
    expect(await status("monday", otherKey)).toMatchObject({ json: { totalReceived: 1 } });
  });
});

describe("batches that share merchants", () => {
  it("in opposite orders and at the same time: none fails, no merchant is there twice", async () => {
    const list = records(120);
    const bodies = Array.from({ length: 6 }, (_, i) => batchOf(i % 2 === 0 ? list : [...list].reverse()));
    const answers = await Promise.all(bodies.map((body) => send(body)));
    for (const { json } of answers) expect(json).toMatchObject({ successfullyProcessed: 120, failed: 0 });
    expect(await counts()).toEqual({ merchants: 120, submissions: 720, scored: 720, scores: 720 });
  });

  it("a merchant that POST /merchants made is the same, and is announced once however it came", async () => {
    const contact = { businessName: "Ada", email: "ada@shop.example", phoneNumber: "+2348012345678" };
    const create = (id: string) =>
      call(createMerchant, { key: shop.testKey, body: { thirdPartyCustomerId: id, ...contact } });
    const first = await create("before");
    await send(batchOf([record("before"), record("after")]));
    expect(await counts()).toMatchObject({ merchants: 2 });
    expect(await create("before")).toMatchObject({ status: 200, json: { ...first.json, created: false } });
    expect(await create("after")).toMatchObject({ status: 200, json: { created: false } });
    await create("after");
    const events = await db().execute(sql`select body::jsonb #>> '{merchant,marketplace_id}' as merchant from events
      where marketplace_id = ${shop.marketplaceId} and type = 'merchant.created' order by id`);
    expect([...events]).toEqual([{ merchant: "before" }, { merchant: "after" }]);
  });
});

describe("Prefer: respond-async", () => {
  it.each(["respond-async", "wait=5, Respond-Async", 'foo; bar=1, respond-async; x="y"'])(
    "understands %s",
    async (prefer) => {
      expect(await send(batchOf([record("a")]), { prefer })).toMatchObject({ status: 202 });
    },
  );

  it("answers at once; the batch is processed in the background and can be followed", async () => {
    const body = batchOf([record("a"), record("b", { salesPerformance: { gmv30Days: -1 } })], { batchId: "nov/1 ü" });
    const answer = await send(body, later);
    expect(answer.status).toBe(202);
    expect(answer.headers.get("preference-applied")).toBe("respond-async");
    const statusUrl = "http://localhost:3000/marketplace/data/batches/nov%2F1%20%C3%BC";
    expect(answer.json).toEqual({ batchId: "nov/1 ü", status: "QUEUED", totalReceived: 2, statusUrl });
    expect(answer.headers.get("location")).toBe(statusUrl);
    expect((await status("nov/1 ü")).json).toEqual({
      batchId: "nov/1 ü",
      status: "QUEUED",
      totalReceived: 2,
      totalProcessed: 0,
      successfullyProcessed: 0,
      failed: 0,
      errors: [],
      submittedAt: expect.stringMatching(/Z$/),
      completedAt: null,
    });
    expect(await counts()).toMatchObject({ merchants: 0 });

    await runDue(shop.test);
    expect((await status("nov/1 ü")).json).toMatchObject({
      status: "COMPLETED_WITH_ERRORS",
      totalProcessed: 2,
      successfullyProcessed: 1,
      failed: 1,
      errors: [{ field: "salesPerformance.gmv30Days", merchantId: "b" }],
      completedAt: expect.stringMatching(/Z$/),
    });
    const [left] = await db().execute(sql`select payload_encrypted, due_at from batches where batch_id = 'nov/1 ü'`);
    expect(left).toEqual({ payload_encrypted: null, due_at: null });
    const again = await send(body, later);
    expect(again).toMatchObject({ status: 202, text: answer.text });
    // Whoever would wait now gets the answer there is.
    expect(await send(body)).toMatchObject({ status: 200, json: { successfullyProcessed: 1, failed: 1 } });
  });

  it("a worker that dies half-way, and two at once, score nothing twice", async () => {
    await send(batchOf(records(120), { batchId: "killed" }), later);
    const [row] = await db().execute<{ id: string }>(sql`select id from batches where batch_id = 'killed'
      and marketplace_id = ${shop.marketplaceId}`);
    const id = row?.id ?? "";
    const store = await import("@/lib/ingestion/store-records");
    const dying = vi.spyOn(store, "storeRecords").mockRejectedValueOnce(new Error("the worker is gone"));
    expect(await processBatch(id, new Date())).toBeInstanceOf(Date);
    dying.mockRestore();
    expect(await counts()).toMatchObject({ merchants: 0, submissions: 0 });
    await Promise.all([processBatch(id, new Date()), processBatch(id, new Date())]);
    expect(await counts()).toEqual({ merchants: 120, submissions: 120, scored: 120, scores: 120 });
    expect((await status("killed")).json).toMatchObject({ status: "COMPLETED", successfullyProcessed: 120 });
  });

  it("a batch that cannot be processed ends as FAILED, and is kept", async () => {
    await send(batchOf(records(1), { batchId: "broken" }), later);
    const [row] = await db().execute<{ id: string }>(sql`update batches set payload_encrypted = 'k1.broken'
      where batch_id = 'broken' returning id`);
    for (let attempt = 1; attempt < 5; attempt++) expect(await processBatch(row?.id ?? "", new Date())).not.toBeNull();
    expect(await processBatch(row?.id ?? "", new Date())).toBeNull();
    expect((await status("broken")).json).toMatchObject({ status: "FAILED", successfullyProcessed: 0 });
  });
});

describe("batches of others", () => {
  it("are not found: another marketplace's, the other environment's, none", async () => {
    await send(batchOf([record("a")], { batchId: "mine" }));
    const other = await createMarketplace({ live: true });
    for (const token of [await accessTokenOf(other.test), await accessTokenOf(other.live)]) {
      expect(await status("mine", token)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
    expect(await status("none")).toMatchObject({ status: 404 });
  });
});
