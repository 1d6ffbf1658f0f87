import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { breaks } from "@/db/schema/settlements";
import { later } from "@/lib/kernel/calendar";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { type Disagreement, raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { type BreakList, breakAnswer, breakList } from "@/lib/lending/reconciliation/breaks/schema";
import { type BreakType, breakTopics, breakTypes } from "@/lib/terms/breaks";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { anyLoan } from "@/test/factories/loan";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as resolveRoute } from "./[breakId]/resolve/route";
import { GET as list } from "./route";

useDatabase();

const at = now();
let shop: TestMarketplace;
let merchant: { merchantId: string; thirdPartyCustomerId: string };
beforeEach(async () => {
  shop = await createMarketplace({ live: true });
  merchant = await anyMerchant(shop.test);
});

const raise = (subject: string, more: Partial<Disagreement> = {}) =>
  raiseBreak({ tenant: shop.test, ...merchant, type: "AMOUNT", subject, evidence: {}, now: at, ...more });

async function page(query: Record<string, string | number> = {}, key = shop.testKey) {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const answer = await call(list, { key, path: `/breaks?${search}` });
  const { data = [] } = answer.json as Partial<BreakList>;
  return { ...answer, data, ids: data.map(({ id }) => id) };
}

const resolve = (breakId: string, body: unknown, more: { key?: string; headers?: Record<string, string> } = {}) =>
  call(resolveRoute, { key: shop.testKey, path: `/breaks/${breakId}/resolve`, params: { breakId }, body, ...more });

describe("GET /breaks", () => {
  it("shows what is wrong, with the evidence and what to do", async () => {
    const { loanId } = await anyLoan(shop.test, merchant.merchantId);
    const id = await raise("a", {
      loanId,
      repaymentEventId: "rep_1",
      expected: kobo(1_000_050),
      actual: kobo(5),
      evidence: { about: "loan-balance", afterReference: "D-1" },
    });
    const { data, json } = await page();
    expect(data).toEqual([
      {
        id,
        type: "AMOUNT",
        status: "OPEN",
        message: expect.stringContaining("₦10,000.50 is paid by our books, ₦0.05 by yours"),
        merchantId: merchant.merchantId,
        thirdPartyCustomerId: merchant.thirdPartyCustomerId,
        loanId,
        settlementId: null,
        repaymentEventId: "rep_1",
        expected: 10_000.5,
        actual: 0.05,
        evidence: { about: "loan-balance", afterReference: "D-1" },
        detectedAt: at.toISOString(),
        needsOperator: false,
        answer: null,
        resolution: null,
        note: null,
        resolvedBy: null,
        resolvedAt: null,
      },
    ]);
    expect(breakList.safeParse(json).success).toBe(true);
  });

  it.each(breakTypes)("finds words for %s, whatever the evidence", async (type) => {
    for (const about of [undefined, ...breakTopics]) {
      await raise(`about ${about}`, { type, evidence: { about, references: [], salesCount: 3 } });
    }
    for (const { message } of (await page({ type })).data) expect(message).toMatch(/^[A-Z₦0-9].{40,}\.$/);
    expect((await page({ type })).ids).toHaveLength(1 + breakTopics.length);
  });

  it("names at most five references in its words", async () => {
    const unknownReferences = ["A", "B", "C", "D", "E", "F", "G"];
    await raise("a", { type: "MISSING", evidence: { about: "deductions", unknownReferences } });
    expect((await page()).data[0]?.message).toContain("A, B, C, D, E and 2 more.");
    // The evidence of a long list is its beginning, and how long it is.
    await raise("a", { type: "MISSING", evidence: { about: "deductions", unknownReferences, unknownCount: 40 } });
    expect((await page()).data[0]?.message).toContain("A, B, C, D, E and 35 more.");
  });

  it("goes through pages, newest first, both ways", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 5; i++) ids.unshift(await raise(`${i}`));
    const first = await page({ limit: 2 });
    expect([first.ids, first.json.hasMore]).toEqual([ids.slice(0, 2), true]);
    const rest = await page({ limit: 3, startingAfter: ids[1] ?? "" });
    expect([rest.ids, rest.json.hasMore]).toEqual([ids.slice(2), false]);
    const back = await page({ limit: 2, endingBefore: ids[4] ?? "" });
    expect([back.ids, back.json.hasMore]).toEqual([ids.slice(2, 4), true]);
  });

  it("filters by type, status, loan, and merchant under either name", async () => {
    const other = await anyMerchant(shop.test);
    const { loanId } = await anyLoan(shop.test, other.merchantId);
    const one = await raise("a");
    const two = await raise("b", { type: "LATE", loanId, merchantId: other.merchantId });
    await resolve(two, { resolution: "ACCEPTED", note: "So be it" });
    expect((await page({ type: "AMOUNT" })).ids).toEqual([one]);
    expect((await page({ status: "RESOLVED" })).ids).toEqual([two]);
    expect((await page({ status: "OPEN" })).ids).toEqual([one]);
    expect((await page({ loanId })).ids).toEqual([two]);
    expect((await page({ merchantId: other.merchantId })).ids).toEqual([two]);
    expect((await page({ merchantId: merchant.thirdPartyCustomerId })).ids).toEqual([one]);
    expect((await page({ merchantId: "nobody" })).ids).toEqual([]);
    expect((await page({ type: "LATE", status: "OPEN" })).ids).toEqual([]);
  });

  it.each([
    ["limit", "0"],
    ["limit", "101"],
    ["type", "LOST"],
    ["type", ""],
    ["status", "open"],
    ["loanId", ""],
    ["loanId", "x".repeat(256)],
    ["merchantId", "a\u0000b"],
    ["startingAfter", "evt_1"],
    ["endingBefore", "brk_\u0000"],
  ])("refuses %s = %j", async (name, value) => {
    expect(await page({ [name]: value })).toMatchObject({ status: 400, json: { errors: [{ field: name }] } });
  });

  it("refuses both cursors", async () => {
    const both = { startingAfter: "brk_1", endingBefore: "brk_2" };
    expect(await page(both)).toMatchObject({ status: 400, json: { errors: [{ field: "endingBefore" }] } });
  });
});

describe("the same disagreement found again", () => {
  it("takes over the open break, keeping when it was first seen; after its end it is another", async () => {
    const first = await raise("a", { expected: kobo(1), evidence: { about: "loan-balance" } });
    const again = await raise("a", { expected: kobo(2), evidence: { about: "ledger" }, now: later(at, 1_000) });
    expect(again).toBe(first);
    expect((await page()).data).toMatchObject([
      { expected: 0.02, evidence: { about: "ledger" }, detectedAt: at.toISOString() },
    ]);
    await resolve(first, { resolution: "CORRECTED", note: "Done" });
    expect(await raise("a")).not.toBe(first);
    expect(await raise("a", { type: "LATE" })).not.toBe(first);
  });

  it("is one break, however often it is found at once", async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => raise("a")));
    expect(new Set(ids).size).toBe(1);
  });
});

describe("a break that ends by itself", () => {
  it("is reported, without names", async () => {
    const ids = [await raise("a"), await raise("b")];
    const kept = [await raise("c"), await raise("a", { type: "LATE" })];
    const ended = {
      reach: everyMerchantOf(shop.test),
      type: "AMOUNT" as BreakType,
      resolution: "ARRIVED",
      now: at,
    } as const;
    expect((await closeBreaks({ ...ended, subjects: ["a", "b", "unknown"] })).sort()).toEqual(ids);
    expect(await closeBreaks({ ...ended, subject: "a" })).toEqual([]);
    expect(await closeBreaks({ ...ended, subjects: [] })).toEqual([]);
    expect(await closeBreaks({ ...ended, reach: everyMerchantOf(shop.live), subject: "c" })).toEqual([]);
    expect((await page({ status: "OPEN" })).ids.sort()).toEqual(kept.sort());
    expect((await page({ status: "RESOLVED" })).data).toMatchObject([
      { resolution: "ARRIVED", resolvedBy: null, note: null, resolvedAt: at.toISOString() },
      { resolution: "ARRIVED" },
    ]);
  });
});

describe("POST /breaks/{breakId}/resolve", () => {
  it.each(["CORRECTED", "EXPLAINED", "ACCEPTED"])("ends a break: %s", async (resolution) => {
    const id = await raise("a");
    const answer = await resolve(id, { resolution, note: "  Seen in the books 🍲 " });
    expect(answer).toMatchObject({
      status: 200,
      json: {
        id,
        status: "RESOLVED",
        resolution,
        note: "Seen in the books 🍲",
        resolvedBy: expect.stringMatching(/^key_/),
      },
    });
    expect(breakAnswer.safeParse(answer.json).success).toBe(true);
    const audit = await db().select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audit).toMatchObject([{ action: "break.resolve", detail: { resolution }, actor: answer.json.resolvedBy }]);
  });

  it("the same decision again changes nothing; another one is a conflict", async () => {
    const id = await raise("a");
    const first = await resolve(id, { resolution: "EXPLAINED", note: "First" });
    const again = await resolve(id, { resolution: "EXPLAINED", note: "Second" });
    expect([again.status, again.json]).toEqual([200, first.json]);
    expect(await db().select().from(auditLog).where(eq(auditLog.subjectId, id))).toHaveLength(1);
    expect(await resolve(id, { resolution: "ACCEPTED", note: "No" })).toMatchObject({
      status: 409,
      json: { code: "BREAK_RESOLVED" },
    });
  });

  it("is a conflict when the service found its end before", async () => {
    const id = await raise("a");
    await closeBreaks({
      reach: everyMerchantOf(shop.test),
      type: "AMOUNT",
      subject: "a",
      resolution: "COVERED",
      now: at,
    });
    expect(await resolve(id, { resolution: "ACCEPTED", note: "No" })).toMatchObject({ status: 409 });
  });

  it("has one outcome, however many decide at once", async () => {
    const id = await raise("a");
    const ways = ["CORRECTED", "EXPLAINED", "ACCEPTED"];
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, i) => resolve(id, { resolution: ways[i % 3], note: `${i}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10);
    expect(await db().select().from(auditLog).where(eq(auditLog.subjectId, id))).toHaveLength(1);
  });

  it("takes an Idempotency-Key", async () => {
    const id = await raise("a");
    const headers = { "idempotency-key": "once" };
    const body = { resolution: "EXPLAINED", note: "First" };
    await resolve(id, body, { headers });
    const again = await resolve(id, body, { headers });
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([200, "true"]);
  });

  it.each([
    [{}, "resolution"],
    [{ resolution: "ARRIVED", note: "x" }, "resolution"],
    [{ resolution: "accepted", note: "x" }, "resolution"],
    [{ resolution: "ACCEPTED" }, "note"],
    [{ resolution: "ACCEPTED", note: " " }, "note"],
    [{ resolution: "ACCEPTED", note: 7 }, "note"],
    [{ resolution: "ACCEPTED", note: "a\u0000" }, "note"],
    [{ resolution: "ACCEPTED", note: "x".repeat(1_001) }, "note"],
  ])("refuses %.60j", async (body, field) => {
    const id = await raise("a");
    const answer = await resolve(id, body);
    expect(answer).toMatchObject({ status: 400, json: { code: "VALIDATION_FAILED" } });
    expect(answer.json.errors).toContainEqual({ field, error: expect.any(String) });
    expect((await page()).data).toMatchObject([{ status: "OPEN" }]);
  });

  it("takes a note of a thousand characters", async () => {
    const id = await raise("a");
    expect((await resolve(id, { resolution: "ACCEPTED", note: "🍲".repeat(500) })).status).toBe(200);
  });
});

describe("tenancy", () => {
  it("shows and ends nothing of another marketplace or environment", async () => {
    const other = await createMarketplace();
    const id = await raise("a");
    const unknown = await resolve("brk_unknown", { resolution: "ACCEPTED", note: "x" });
    for (const key of [shop.liveKey, other.testKey]) {
      expect((await page({}, key)).ids).toEqual([]);
      expect((await page({ merchantId: merchant.merchantId }, key)).ids).toEqual([]);
      const { requestId: _, ...answer } = (await resolve(id, { resolution: "ACCEPTED", note: "x" }, { key })).json;
      const { requestId: __, ...nothing } = unknown.json;
      expect(answer).toEqual(nothing);
      expect(answer).toMatchObject({ status: 404, code: "NOT_FOUND" });
    }
    const [row] = await db().select().from(breaks).where(eq(breaks.id, id));
    expect(row?.status).toBe("OPEN");
  });
});
