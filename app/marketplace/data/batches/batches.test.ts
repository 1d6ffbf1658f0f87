import { AsyncLocalStorage } from "node:async_hooks";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { GET as readScore } from "@/app/api/marketplace/data/merchant/[merchantId]/credit-score/route";
import { GET as readMerchant } from "@/app/api/v1/marketplace-api/merchants/[ref]/route";
import { POST as createMerchant } from "@/app/api/v1/marketplace-api/merchants/route";
import { POST as sendFlag } from "@/app/marketplace/data/events/account-flags/route";
import { POST as submit } from "@/app/marketplace/data/merchants/bulk/route";
import { db } from "@/db/client";
import { batches } from "@/db/schema/batches";
import { runDue } from "@/lib/edge/jobs/run-due";
import { keyedDigest } from "@/lib/kernel/crypto";
import { processBatch } from "@/lib/sales/records/process-batch";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { accessTokenOf } from "@/test/factories/access-token";
import { batchOf, countsOf, recordOf, recordsOf } from "@/test/factories/batch";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { storedState } from "@/test/factories/snapshot";
import { now } from "@/test/time";
import { GET as getBatch } from "./[batchId]/route";

useDatabase();

let shop: TestMarketplace;
let key: string;
beforeEach(async () => {
  shop = await createMarketplace();
  key = await accessTokenOf(shop.test, { scopes: ["data.share.sales"] });
});

const send = (body: unknown, headers: Record<string, string> = {}) => call(submit, { key, body, headers });
const later = { prefer: "respond-async" };
const status = (batchId: string, by = key) => call(getBatch, { key: by, method: "GET", params: { batchId } });

describe("the batchId is the idempotency key", () => {
  it("the same batch again gets the first answer, word for word, and stores nothing", async () => {
    const body = batchOf(shop.marketplaceId, [recordOf("a"), recordOf("b", { salesPerformance: { gmv30Days: -1 } })]);
    const first = await send(body);
    expect(first.headers.get("idempotency-replayed")).toBeNull();
    const before = await storedState();
    const again = await send(body);
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(await storedState()).toEqual(before);
  });

  it("the same batch written otherwise gets it too, and so does one that an older version knows by its bytes", async () => {
    const body = batchOf(shop.marketplaceId, recordsOf(2));
    const first = await send(body);
    const raw = JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 2);
    expect((await call(submit, { key, raw })).text).toBe(first.text);
    const fingerprint = keyedDigest("batch ", raw);
    await db()
      .update(batches)
      .set({ fingerprint })
      .where(eq(batches.batchId, String(body.batchId)));
    expect((await call(submit, { key, raw })).text).toBe(first.text);
  });

  it("another body under it is a conflict, and stores nothing", async () => {
    const body = batchOf(shop.marketplaceId, [recordOf("a")]);
    await send(body);
    const before = await storedState();
    const other = await send({ ...body, merchants: [recordOf("b")] });
    expect(other).toMatchObject({ status: 409, json: { code: "BATCH_CONFLICT" } });
    expect(await storedState()).toEqual(before);
  });

  it("twenty at once make one", async () => {
    const body = batchOf(shop.marketplaceId, recordsOf(50));
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(body)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.map(({ status: code }) => code)).toEqual(Array(20).fill(200));
    expect(await countsOf(shop.marketplaceId)).toEqual({ merchants: 50, submissions: 50, scored: 50, scores: 50 });
  });

  it("two marketplaces, and the two environments of one, do not share it", async () => {
    const body = batchOf(shop.marketplaceId, [recordOf("a")], { batchId: "monday" });
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
    const list = recordsOf(120);
    const bodies = Array.from({ length: 6 }, (_, i) =>
      batchOf(shop.marketplaceId, i % 2 === 0 ? list : [...list].reverse()),
    );
    const answers = await Promise.all(bodies.map((body) => send(body)));
    for (const { json } of answers) expect(json).toMatchObject({ successfullyProcessed: 120, failed: 0 });
    expect(await countsOf(shop.marketplaceId)).toEqual({ merchants: 120, submissions: 720, scored: 720, scores: 720 });
  });

  it("a merchant that POST /merchants made is the same, and is announced once however it came", async () => {
    const contact = { businessName: "Ada", email: "ada@shop.example", phoneNumber: "+2348012345678" };
    const create = (id: string) =>
      call(createMerchant, { key: shop.testKey, body: { thirdPartyCustomerId: id, ...contact } });
    const first = await create("before");
    await send(batchOf(shop.marketplaceId, [recordOf("before"), recordOf("after")]));
    expect(await countsOf(shop.marketplaceId)).toMatchObject({ merchants: 2 });
    expect(await create("before")).toMatchObject({ status: 200, json: { ...first.json, created: false } });
    expect(await create("after")).toMatchObject({ status: 200, json: { created: false } });
    await create("after");
    const events = await db().execute(sql`select body::jsonb #>> '{merchant,marketplace_id}' as merchant from events
      where marketplace_id = ${shop.marketplaceId} and type = 'merchant.created' order by id`);
    expect([...events]).toEqual([{ merchant: "before" }, { merchant: "after" }]);
  });
});

describe("a batch while accounts are flagged", () => {
  it("overlooks no report: every merchant of whom fraud was reported is in tier E in the end", async () => {
    const list = recordsOf(120);
    await send(batchOf(shop.marketplaceId, list));
    const events = await accessTokenOf(shop.test, { scopes: ["events.write"] });
    const flagged = list.filter((_, i) => i % 4 === 0).map(({ merchantIdentity }) => merchantIdentity.merchantId);
    const report = (merchantId: string) =>
      call(sendFlag, {
        key: events,
        body: { eventId: `fraud-${merchantId}`, merchantId, flag: "FRAUD", occurredAt: new Date().toISOString() },
      });
    const answers = await Promise.all([
      send(batchOf(shop.marketplaceId, list)),
      ...flagged.map(report),
      send(batchOf(shop.marketplaceId, [...list].reverse())),
    ]);
    expect(new Set(answers.map(({ status: code }) => code))).toEqual(new Set([200]));
    const rows = await db().execute<{ ref: string }>(sql`
      select third_party_customer_id as ref from merchants m where marketplace_id = ${shop.marketplaceId} and 'E' =
        (select risk_tier from scores s where s.merchant_id = m.id order by submitted_at desc, submission_id desc limit 1) order by 1`);
    expect(rows.map(({ ref }) => ref)).toEqual(flagged);
  });
});

describe("a merchant that is made and flagged while its batch is under way", () => {
  it("is neither overlooked nor left waiting: the batch starts again", async () => {
    const contact = { businessName: "Ada", email: "ada@shop.example", phoneNumber: "+2348012345678" };
    const outside = AsyncLocalStorage.snapshot();
    const events = await accessTokenOf(shop.test, { scopes: ["events.write"] });
    const lenders = await import("@/lib/parties/lenders/queries");
    // What a batch asks last before it computes.
    const asked = vi.spyOn(lenders, "largestPrincipal").mockImplementationOnce(() =>
      outside(async () => {
        await call(createMerchant, { key: shop.testKey, body: { thirdPartyCustomerId: "new", ...contact } });
        const body = { eventId: "fraud", merchantId: "new", flag: "FRAUD", occurredAt: new Date().toISOString() };
        expect((await call(sendFlag, { key: events, body })).status).toBe(200);
        return null;
      }),
    );
    const answer = await send(batchOf(shop.marketplaceId, [recordOf("new"), recordOf("other")]));
    expect(asked).toHaveBeenCalledTimes(2);
    asked.mockRestore();
    expect(answer).toMatchObject({ status: 200, json: { successfullyProcessed: 2 } });
    const rows = await db().execute(sql`select risk_tier as tier, c.status from scores s
      join merchants m on m.id = s.merchant_id join connections c on c.merchant_id = m.id
      where m.marketplace_id = ${shop.marketplaceId} and third_party_customer_id = 'new'`);
    expect([...rows]).toEqual([{ tier: "E", status: "ACTIVE" }]);
  });
});

describe("data that is processed late", () => {
  it("is not the latest: the score is that of the newest data, whatever was computed last", async () => {
    const poor = recordOf("shop", {
      salesPerformance: { avgMonthlySales: 10_000, gmv30Days: 0, salesGrowthRate: -90 },
    });
    await send(batchOf(shop.marketplaceId, [poor]), later);
    await send(batchOf(shop.marketplaceId, [recordOf("shop")]));
    const read = await accessTokenOf(shop.test, { scopes: ["data.read.score"] });
    const score = async () =>
      (await call(readScore, { key: read, method: "GET", params: { merchantId: "shop" } })).json;
    const before = await score();
    await runDue(shop.test);
    expect(await countsOf(shop.marketplaceId)).toMatchObject({ scores: 2 });
    expect(await score()).toEqual(before);
    const { json } = await call(readMerchant, { key: shop.testKey, method: "GET", params: { ref: "shop" } });
    expect(json.creditScore).toMatchObject({ score: before.totalScore });
    // A report rescores the newest data, not what was computed last.
    const events = await accessTokenOf(shop.test, { scopes: ["events.write"] });
    const body = { eventId: "s", merchantId: "shop", flag: "SUSPENDED", occurredAt: new Date().toISOString() };
    await call(sendFlag, { key: events, body });
    const after = await score();
    expect(after.totalScore).not.toBe(before.totalScore);
    expect(after.maxLendingCap).toBeGreaterThan(100_000);
  });
});

describe("Prefer: respond-async", () => {
  it.each(["respond-async", "wait=5, Respond-Async", 'foo; bar=1, respond-async; x="y"'])(
    "understands %s",
    async (prefer) => {
      expect(await send(batchOf(shop.marketplaceId, [recordOf("a")]), { prefer })).toMatchObject({ status: 202 });
    },
  );

  it("answers at once; the batch is processed in the background and can be followed", async () => {
    const body = batchOf(shop.marketplaceId, [recordOf("a"), recordOf("b", { salesPerformance: { gmv30Days: -1 } })], {
      batchId: "nov/1 ü",
    });
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
    expect(await countsOf(shop.marketplaceId)).toMatchObject({ merchants: 0 });

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
    await send(batchOf(shop.marketplaceId, recordsOf(120), { batchId: "killed" }), later);
    const [row] = await db().execute<{ id: string }>(sql`select id from batches where batch_id = 'killed'
      and marketplace_id = ${shop.marketplaceId}`);
    const id = row?.id ?? "";
    const store = await import("@/lib/sales/records/store-records");
    const dying = vi.spyOn(store, "storeRecords").mockRejectedValueOnce(new Error("the worker is gone"));
    expect(await processBatch(id, now())).toBeInstanceOf(Date);
    dying.mockRestore();
    expect(await countsOf(shop.marketplaceId)).toMatchObject({ merchants: 0, submissions: 0 });
    await Promise.all([processBatch(id, now()), processBatch(id, now())]);
    expect(await countsOf(shop.marketplaceId)).toEqual({ merchants: 120, submissions: 120, scored: 120, scores: 120 });
    expect((await status("killed")).json).toMatchObject({ status: "COMPLETED", successfullyProcessed: 120 });
  });

  it("a batch that cannot be processed ends as FAILED, and is kept", async () => {
    await send(batchOf(shop.marketplaceId, recordsOf(1), { batchId: "broken" }), later);
    const [row] = await db().execute<{ id: string }>(sql`update batches set payload_encrypted = 'k1.broken'
      where batch_id = 'broken' returning id`);
    for (let attempt = 1; attempt < 5; attempt++) expect(await processBatch(row?.id ?? "", now())).not.toBeNull();
    expect(await processBatch(row?.id ?? "", now())).toBeNull();
    expect((await status("broken")).json).toMatchObject({ status: "FAILED", successfullyProcessed: 0 });
  });

  it("and is retried when it is sent again", async () => {
    const body = batchOf(shop.marketplaceId, recordsOf(1), { batchId: "mended" });
    await send(body, later);
    await db().execute(sql`update batches set status = 'FAILED', attempts = 5, due_at = null, completed_at = now()
      where batch_id = 'mended'`);
    expect(await send(body, later)).toMatchObject({ status: 202, json: { status: "QUEUED" } });
    await runDue(shop.test);
    expect((await status("mended")).json).toMatchObject({ status: "COMPLETED", successfullyProcessed: 1 });
  });

  it("a batch that was waited for gets the same answer, whatever the preference now", async () => {
    const body = batchOf(shop.marketplaceId, recordsOf(1));
    const first = await send(body);
    const again = await send(body, later);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get("preference-applied")).toBeNull();
  });

  it("waiting for a batch that is not processed yet says so, and applies no preference", async () => {
    const body = batchOf(shop.marketplaceId, recordsOf(1));
    await send(body, later);
    const again = await send(body);
    expect(again).toMatchObject({ status: 202, json: { status: "QUEUED" } });
    expect(again.headers.get("preference-applied")).toBeNull();
  });
});

describe("batches of others", () => {
  it("are not found: another marketplace's, the other environment's, none", async () => {
    await send(batchOf(shop.marketplaceId, [recordOf("a")], { batchId: "mine" }));
    const other = await createMarketplace({ live: true });
    for (const token of [await accessTokenOf(other.test), await accessTokenOf(other.live)]) {
      expect(await status("mine", token)).toMatchObject({ status: 404, json: { code: "NOT_FOUND" } });
    }
    expect(await status("none")).toMatchObject({ status: 404 });
  });
});
