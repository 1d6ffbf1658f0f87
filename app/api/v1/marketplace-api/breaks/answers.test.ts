import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { POST as decideRoute } from "@/app/api/v1/marketplace-api/test-helpers/breaks/[breakId]/decide/route";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { closeBreaks } from "@/lib/lending/reconciliation/breaks/close-breaks";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { type Disagreement, raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { breakAnswer } from "@/lib/lending/reconciliation/breaks/schema";
import { type BreakType, breakTypes } from "@/lib/terms/breaks";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant } from "@/test/factories/kyc";
import { createMarketplace, type TestMarketplace } from "@/test/factories/marketplace";
import { now } from "@/test/time";
import { POST as answerRoute } from "./[breakId]/answer/route";
import { POST as resolveRoute } from "./[breakId]/resolve/route";
import { GET as list } from "./route";

useDatabase();

const at = now();
let shop: TestMarketplace;
let merchantId: string;
beforeEach(async () => {
  shop = await createMarketplace({ live: true });
  merchantId = (await anyMerchant(shop.test)).merchantId;
});

const raise = (more: Partial<Disagreement> = {}) =>
  raiseBreak({
    ...{ tenant: shop.test, merchantId, type: "SHORT_DEDUCTION", subject: "a", evidence: {}, now: at },
    ...{ expected: kobo(70_000_00), actual: kobo(7_00) },
    ...more,
  });

const through =
  (route: typeof answerRoute) =>
  (breakId: string, body: unknown, key = shop.testKey) =>
    call(route, { key, path: `/breaks/${breakId}`, params: { breakId }, body });
const answer = through(answerRoute);
const resolve = through(resolveRoute);
const decide = through(decideRoute);
const cancelled = { reason: "ORDER_CANCELLED", note: "The order was cancelled." };
const accepted = { resolution: "ACCEPTED", note: "Seen." };

async function listed(status: string) {
  const { json } = await call(list, { key: shop.testKey, path: `/breaks?status=${status}` });
  return json.data as { id: string }[];
}
const audited = async (id: string) =>
  (await db().select().from(auditLog).where(eq(auditLog.subjectId, id))).map(({ action, detail }) => [action, detail]);

describe("who may close a break", () => {
  const ofOperator: readonly BreakType[] = [
    "MISSING",
    "SHORTFALL",
    "SHORT_DEDUCTION",
    "OVER_DEDUCTION",
    "DUPLICATE_ORDER",
    "PAUSED_DEDUCTION",
    "EXCEEDS_SALE",
    "SALE_CHANGED",
  ];

  it.each(breakTypes)("%s", async (type) => {
    const id = await raise({ type });
    const answered = await resolve(id, accepted);
    if (!ofOperator.includes(type)) return expect(answered).toMatchObject({ status: 200 });
    expect(answered).toMatchObject({ status: 409, json: { code: "BREAK_NEEDS_OPERATOR" } });
    expect(answered.json.detail).toContain(`POST /api/v1/marketplace-api/breaks/${id}/answer`);
    expect(await listed("OPEN")).toMatchObject([{ id, needsOperator: true }]);
  });

  it("of a settlement's amounts the operator, of a loan's balance the marketplace", async () => {
    const ofSettlement = await raise({ type: "AMOUNT", settlementId: "set_1" });
    expect((await resolve(ofSettlement, accepted)).json.code).toBe("BREAK_NEEDS_OPERATOR");
    expect((await resolve(await raise({ type: "AMOUNT", subject: "b" }), accepted)).status).toBe(200);
  });

  it("a closed break says how it ended, whoever asks", async () => {
    const id = await raise();
    await decide(id, accepted);
    expect((await resolve(id, accepted)).status).toBe(200);
    expect((await resolve(id, { ...accepted, resolution: "EXPLAINED" })).json.code).toBe("BREAK_RESOLVED");
    expect((await answer(id, cancelled)).json.code).toBe("BREAK_RESOLVED");
  });
});

describe("POST /breaks/{breakId}/answer", () => {
  it("is kept with who said it, and leaves the break to be decided", async () => {
    const id = await raise();
    const answered = await answer(id, cancelled);
    expect(answered).toMatchObject({
      status: 200,
      json: {
        status: "ANSWERED",
        needsOperator: true,
        answer: { ...cancelled, answeredBy: expect.stringMatching(/^key_/), expected: 70_000, actual: 7 },
        resolution: null,
      },
    });
    expect(breakAnswer.safeParse(answered.json).success).toBe(true);
    expect(await audited(id)).toEqual([["break.answer", { reason: "ORDER_CANCELLED" }]]);
    expect(await listed("ANSWERED")).toMatchObject([{ id }]);
    expect(await listed("OPEN")).toEqual([]);
    expect((await resolve(id, accepted)).json.code).toBe("BREAK_NEEDS_OPERATOR");
  });

  it("again changes nothing when it is the same, and replaces it otherwise", async () => {
    const id = await raise();
    const first = await answer(id, cancelled);
    expect((await answer(id, cancelled)).json).toEqual(first.json);
    const second = { reason: "SENT_SEPARATELY", note: "By transfer." };
    expect((await answer(id, second)).json.answer).toMatchObject(second);
    expect(await audited(id)).toHaveLength(2);
  });

  it("may be given to a break that the marketplace can resolve, and it still can", async () => {
    const id = await raise({ type: "LATE" });
    expect((await answer(id, cancelled)).json).toMatchObject({ status: "ANSWERED", needsOperator: false });
    expect((await resolve(id, accepted)).json).toMatchObject({ status: "RESOLVED", answer: cancelled });
  });

  it("stays while the break is found unchanged, and is about earlier figures once they change", async () => {
    const id = await raise();
    await answer(id, cancelled);
    expect(await raise({ evidence: { seen: "again" } })).toBe(id);
    expect(await listed("ANSWERED")).toMatchObject([{ id, evidence: { seen: "again" } }]);
    expect(await raise({ actual: kobo(8_00) })).toBe(id);
    expect(await listed("OPEN")).toMatchObject([{ id, actual: 8, answer: { ...cancelled, actual: 7 } }]);
    expect((await answer(id, cancelled)).json).toMatchObject({ status: "ANSWERED", answer: { actual: 8 } });
  });

  it("does not keep what is sent later from ending the break", async () => {
    const id = await raise();
    await answer(id, cancelled);
    const reach = everyMerchantOf(shop.test);
    const ended = { reach, type: "SHORT_DEDUCTION", subject: "a", resolution: "COVERED", now: at } as const;
    expect(await closeBreaks(ended)).toEqual([id]);
    expect(await listed("RESOLVED")).toMatchObject([{ resolution: "COVERED", resolvedBy: null, answer: cancelled }]);
  });
});

describe("a decision", () => {
  it("closes a break, answered or not, once", async () => {
    const id = await raise();
    await answer(id, cancelled);
    const decided = await decide(id, accepted);
    expect(decided).toMatchObject({ status: 200, json: { status: "RESOLVED", ...accepted, answer: cancelled } });
    expect((await decide(id, { ...accepted, note: "Another." })).json).toEqual(decided.json);
    expect((await decide(id, { ...accepted, resolution: "CORRECTED" })).json.code).toBe("BREAK_RESOLVED");
    expect(await audited(id)).toEqual([
      ["break.answer", { reason: "ORDER_CANCELLED" }],
      ["break.decide", { resolution: "ACCEPTED" }],
    ]);
    expect((await decide(await raise(), accepted)).status).toBe(200);
  });

  it("has one outcome, however many decide and answer at once", async () => {
    const id = await raise();
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) => {
        if (i % 3 === 0) return answer(id, cancelled);
        return decide(id, { ...accepted, resolution: i % 3 === 1 ? "ACCEPTED" : "EXPLAINED" });
      }),
    );
    expect(answers.every(({ status, json }) => status === 200 || json.code === "BREAK_RESOLVED")).toBe(true);
    expect((await audited(id)).filter(([action]) => action === "break.decide")).toHaveLength(1);
    expect(await listed("RESOLVED")).toMatchObject([{ id }]);
  });

  it("in live is not the marketplace's", async () => {
    const { merchantId: live } = await anyMerchant(shop.live);
    const id = await raise({ tenant: shop.live, merchantId: live });
    expect((await decide(id, accepted, shop.liveKey)).json.code).toBe("TEST_KEY_REQUIRED");
    const actor = { kind: "secretKey", tenant: shop.live, keyId: "key_1" } as const;
    const given = { actor, breakId: id, input: { resolution: "ACCEPTED", note: "No." }, now: at } as const;
    await expect(decideBreak(given)).rejects.toMatchObject({ code: "TEST_KEY_REQUIRED" });
    expect((await answer(id, cancelled, shop.liveKey)).status).toBe(200);
  });

  it("is of no other tenant's break", async () => {
    const other = await createMarketplace();
    const id = await raise();
    for (const act of [answer, decide]) {
      const body = { ...cancelled, ...accepted };
      expect((await act(id, body, other.testKey)).status).toBe(404);
      expect((await act("brk_unknown", body)).status).toBe(404);
    }
    expect(await audited(id)).toEqual([]);
  });
});
