import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { POST as correctRoute } from "@/app/api/v1/marketplace-api/settlements/[reference]/correct/route";
import { db } from "@/db/client";
import { auditLog } from "@/db/schema/operations";
import { settlementCorrections, settlements } from "@/db/schema/settlements";
import { day, hour, later } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import { answerBreak } from "@/lib/lending/reconciliation/breaks/answer-break";
import { decideBreak } from "@/lib/lending/reconciliation/breaks/decide-break";
import { getBreak } from "@/lib/lending/reconciliation/breaks/queries";
import { call } from "@/test/call-route";
import { useDatabase } from "@/test/database";
import { anyMerchant, sandboxActor } from "@/test/factories/kyc";
import { activeLoan } from "@/test/factories/loan";
import { createMarketplace } from "@/test/factories/marketplace";
import { breaksOf, matchAll, matchesOf, stateOf } from "@/test/factories/matching";
import {
  afterWeek as after,
  weekEnd as end,
  weekly as settlement,
  weekStart as start,
  useSettledShop,
} from "@/test/factories/settled-shop";
import { createdEvent, tellDeduction, tellSettlement, transferredEvent } from "@/test/factories/settlement";
import { correctSettlement } from "./correct-settlement";
import type { CorrectSettlement } from "./list-schema";

useDatabase();

const { shop, deduct, settle: told } = useSettledShop();
const key = () => ({ kind: "secretKey", tenant: shop.test, keyId: "key_1" }) as const;
const correct = (input: Partial<CorrectSettlement>, reference = "S-1", now = later(after, hour)) =>
  correctSettlement({ actor: key(), reference, input: { reason: "Typed wrongly.", ...input }, now });

const kept = () =>
  db().select().from(settlementCorrections).where(eq(settlementCorrections.marketplaceId, shop.test.marketplaceId));

/** Gross ₦100,000, of which ₦1,500 deducted and ₦25,000 too little paid out. */
const short = settlement({ totalDeductions: 1_500, netAmount: 73_500, names: ["D-1"] });

describe("a correction", () => {
  test("is matched at once, ends the break and leaves the first report readable", async () => {
    await deduct("D-1", 1_500, start);
    const id = await told(short);
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
    const corrected = await correct({ netAmount: 98_500 });
    expect(corrected).toMatchObject({
      id,
      ...{ grossAmount: 100_000, totalDeductions: 1_500, netAmount: 98_500 },
      ...{ matchStatus: "MATCHED", matchedAmount: 1_500, openBreaks: [] },
      reported: {
        ...{ grossAmount: 100_000, totalDeductions: 1_500, netAmount: 73_500 },
        ...{ deductionReferences: ["D-1"], deductionReferenceCount: 1 },
      },
      corrections: [
        {
          previous: { netAmount: 73_500 },
          corrected: { netAmount: 98_500 },
          reason: "Typed wrongly.",
          correctedBy: "key_1",
          correctedAt: later(after, hour).toISOString(),
        },
      ],
    });
    expect(await breaksOf(id)).toMatchObject([{ type: "AMOUNT", resolution: "ARRIVED" }]);
    const [correction] = await kept();
    const audited = await db().select().from(auditLog).where(eq(auditLog.subjectId, id));
    expect(audited.slice(-1)).toMatchObject([
      { actor: "key_1", action: "settlement.correct", detail: { correction: correction?.id } },
    ]);
  });

  test("ends a break that was answered, too", async () => {
    await deduct("D-1", 1_500, start);
    const id = await told(short);
    await matchAll(shop.merchantId, after);
    const [breakId = ""] = (await correct({ netAmount: 70_000 })).openBreaks;
    const input = { reason: "OTHER_CHARGES", note: "A fee." } as const;
    await answerBreak({ actor: key(), breakId, input, now: after });
    expect((await correct({ reason: "Again." })).openBreaks).toEqual([breakId]);
    await correct({ netAmount: 98_500 });
    expect(await breaksOf(id)).toMatchObject([{ status: "RESOLVED", resolution: "ARRIVED" }]);
  });

  test("mends a settlement that names another's deductions, and the other too", async () => {
    await deduct("D-1", 1_000, later(start, -9 * day));
    await deduct("D-2", 1_000, start);
    const transferredAt = later(end, hour);
    // The wrong one is transferred first, so that it has what it names.
    const wrong = await told(settlement({ reference: "S-2", totalDeductions: 1_000, names: ["D-1"] }));
    const right = await told(settlement({ totalDeductions: 1_000, names: ["D-1"], transferredAt }), transferredAt);
    await matchAll(shop.merchantId, later(after, day));
    expect([await matchesOf(wrong), await matchesOf(right)]).toEqual([["D-1"], []]);
    expect(await stateOf(right)).toMatchObject({ matchStatus: "BROKEN" });
    const corrected = await correct({ deductionReferences: ["D-2"] }, "S-2", later(after, day));
    expect(corrected).toMatchObject({ matchStatus: "MATCHED", reported: { deductionReferences: ["D-1"] } });
    await matchAll(shop.merchantId, later(after, day));
    expect([await matchesOf(wrong), await matchesOf(right)]).toEqual([["D-2"], ["D-1"]]);
    expect(await stateOf(right)).toMatchObject({ matchStatus: "MATCHED" });
    expect(await breaksOf(right)).toMatchObject([{ type: "DUPLICATE", resolution: "ARRIVED" }]);
  });

  test("mends a settlement that names another merchant's deductions", async () => {
    const other = { test: shop.test, ...(await anyMerchant(shop.test)) };
    const theirs = await activeLoan(shop.test, other.merchantId, { now: later(start, -day) });
    await tellDeduction(other, { loanId: theirs.loanId, reference: "D-9", amount: 500, at: start }, start);
    await deduct("D-1", 1_000, start);
    const id = await told(settlement({ totalDeductions: 1_500, names: ["D-1", "D-9"] }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
    const figures = { deductionReferences: ["D-1"], totalDeductions: 1_000, netAmount: 99_000 };
    expect(await correct(figures)).toMatchObject({
      matchStatus: "MATCHED",
      deductionReferenceCount: 1,
      openBreaks: [],
    });
    expect(await correct({ deductionReferences: null })).toMatchObject({
      ...{ matchStatus: "MATCHED", deductionReferenceCount: null },
      reported: { ...{ totalDeductions: 1_500, netAmount: 98_500 }, deductionReferences: ["D-1", "D-9"] },
    });
  });

  test.each([0.01, 20_000])(
    "to less than was missing (%d) is the marketplace's answer, until money comes or an operator decides",
    async (total) => {
      const late = later(after, 2 * day);
      await deduct("D-1", 0.01, start);
      const id = await told(settlement({ totalDeductions: 50_000 }));
      await matchAll(shop.merchantId, late);
      expect(await breaksOf(id)).toMatchObject([{ type: "MISSING", status: "OPEN" }]);
      const lower = { totalDeductions: total, netAmount: 100_000 - total };
      const corrected = await correct(lower, "S-1", late);
      expect(corrected).toMatchObject({ matchStatus: "BROKEN", reported: { totalDeductions: 50_000 } });
      const kept = { status: "ANSWERED", expected: 50_000_00, actual: 1, evidence: { correctedTo: total } };
      expect(await breaksOf(id)).toMatchObject([kept]);
      const [breakId = ""] = corrected.openBreaks;
      const shown = await getBreak(reachOf(key()), breakId);
      expect(shown.message).toContain("₦50,000.00 was deducted, and was corrected to");
      expect(shown.answer).toMatchObject({
        ...{ reason: "REPORTED_WRONGLY", note: "Typed wrongly.", answeredBy: "key_1", expected: 50_000, actual: 0.01 },
      });
      await deduct("D-2", 30_000, start, later(late, hour));
      await matchAll(shop.merchantId, later(late, hour));
      expect((await breaksOf(id))[0]).toMatchObject({ status: "OPEN", expected: 50_000_00, actual: 30_000_01 });
      await deduct("D-3", 19_999.99, start, later(late, hour));
      await matchAll(shop.merchantId, later(late, hour));
      expect((await breaksOf(id))[0]).toMatchObject({ resolution: "ARRIVED" });
    },
  );

  test("to less that an operator accepts is not missing again; what comes short of it still is", async () => {
    const late = later(after, 2 * day);
    await deduct("D-1", 100, start);
    const id = await told(settlement({ totalDeductions: 50_000 }));
    await matchAll(shop.merchantId, late);
    const { openBreaks } = await correct({ totalDeductions: 200, netAmount: 99_800 }, "S-1", late);
    const input = { resolution: "ACCEPTED", note: "Mistyped." } as const;
    await decideBreak({ actor: sandboxActor(shop.test), breakId: openBreaks[0] ?? "", input, now: late });
    expect((await correct({ grossAmount: 99_999, netAmount: 99_799 }, "S-1", late)).openBreaks).toEqual([]);
    await correct({ totalDeductions: 300, netAmount: 99_699 }, "S-1", late);
    expect((await breaksOf(id))[1]).toMatchObject({ status: "OPEN", expected: 300_00, actual: 100_00 });
  });

  test("cannot let another's deductions stand in for what is missing", async () => {
    const late = later(after, 2 * day);
    await deduct("D-1", 500, later(start, -9 * day));
    await told(settlement({ reference: "S-0", totalDeductions: 500, names: ["D-1"] }));
    const id = await told(settlement({ totalDeductions: 500, names: ["D-7"] }));
    await matchAll(shop.merchantId, late);
    await correct({ deductionReferences: ["D-1"] }, "S-1", late);
    const missing = (await breaksOf(id)).filter(({ type }) => type === "MISSING");
    expect(missing).toMatchObject([{ expected: 500_00, actual: 0, resolution: null }]);
  });

  test("that changes nothing is not kept", async () => {
    await told(settlement({ totalDeductions: 0, names: ["D-1", "D-2"] }));
    const same = { grossAmount: 100_000, netAmount: 100_000, deductionReferences: ["D-2", "D-1"] };
    expect((await correct(same)).corrections).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test("is never lost to another at the same moment", async () => {
    const id = await told(settlement({ totalDeductions: 0 }));
    await Promise.all([
      ...Array.from({ length: 6 }, (_, i) => correct({ grossAmount: 200_000 + i })),
      ...Array.from({ length: 6 }, (_, i) => correct({ netAmount: 200_000 + i })),
      tellSettlement(shop, createdEvent(shop, settlement({ totalDeductions: 0 }), after), after),
      matchAll(shop.merchantId, after),
    ]);
    const { corrections, reported, grossAmount, netAmount } = await correct({ totalDeductions: 1 });
    expect(corrections).toHaveLength(13);
    expect(reported).toMatchObject({ grossAmount: 100_000, netAmount: 100_000 });
    for (const [figure, now] of Object.entries({ grossAmount, netAmount })) {
      const ofFigure = corrections.filter(({ corrected }) => figure in corrected);
      expect(ofFigure).toHaveLength(6);
      expect(ofFigure.at(-1)?.corrected).toEqual({ [figure]: now });
    }
    await expect(
      db().update(settlementCorrections).set({ reason: "" }).where(eq(settlementCorrections.settlementId, id)),
    ).rejects.toThrow();
  });
});

describe("after a correction", () => {
  test.each([createdEvent, transferredEvent])(
    "the first report may be repeated, and takes nothing back",
    async (make) => {
      const id = await told(short);
      await correct({ netAmount: 98_500, deductionReferences: ["D-1", "D-2"] });
      await correct({ netAmount: 98_400, deductionReferences: ["D-3"] });
      const before = await stateOf(id);
      expect((await tellSettlement(shop, make(shop, short, after), after)).id).toBe(id);
      expect(await stateOf(id)).toEqual(before);
    },
  );

  test("what it says now may be sent too, and nothing else", async () => {
    await told(short);
    await correct({ netAmount: 98_500, deductionReferences: ["D-1", "D-2"] });
    const now = { ...short, netAmount: 98_500, names: ["D-2", "D-1"] };
    for (const make of [createdEvent, transferredEvent]) {
      await tellSettlement(shop, make(shop, now, after), after);
      const other = make(shop, { ...short, netAmount: 98_499 }, after);
      await expect(tellSettlement(shop, other, after)).rejects.toMatchObject({ code: "SETTLEMENT_CONFLICT" });
    }
    const mixed = transferredEvent(shop, { ...now, names: ["D-1"] }, after);
    await expect(tellSettlement(shop, mixed, after)).rejects.toMatchObject({ code: "SETTLEMENT_CONFLICT" });
  });

  test.each([73_500, 98_500])(
    "of the transfer, settlement.created may come with %d, and the correction stays",
    async (netAmount) => {
      await tellSettlement(shop, transferredEvent(shop, short, after), after);
      await correct({ netAmount: 98_500 });
      const { id } = await tellSettlement(shop, createdEvent(shop, { ...short, netAmount }, after), after);
      expect(await stateOf(id)).toMatchObject({ netAmount: 98_500_00, grossAmount: 100_000_00 });
      expect((await correct({})).reported).toMatchObject({ netAmount: 73_500, grossAmount: 100_000 });
    },
  );
});

describe("is refused", () => {
  test("for what has not been reported yet", async () => {
    await tellSettlement(shop, transferredEvent(shop, short, after), after);
    const unreported = { code: "SETTLEMENT_CONFLICT", message: expect.stringContaining("send settlement.created") };
    await expect(correct({ grossAmount: 1 })).rejects.toMatchObject(unreported);
    await expect(correct({ totalDeductions: 1 })).rejects.toMatchObject(unreported);
    const next = { ...short, reference: "S-2" };
    await tellSettlement(shop, createdEvent(shop, next, after), after);
    await expect(correct({ deductionReferences: [] }, "S-2")).rejects.toMatchObject({
      ...{ code: "SETTLEMENT_CONFLICT", message: expect.stringContaining("send settlement.transferred") },
    });
    expect(await kept()).toEqual([]);
  });

  test("without a figure, for an unknown reference, and for another's settlement", async () => {
    await told(short);
    const { testKey } = await createMarketplace();
    const send = (body: unknown) =>
      call(correctRoute, { key: testKey, path: "/settlements/S-1/correct", params: { reference: "S-1" }, body });
    const nothing = [{ field: "body", error: "Must correct at least one figure" }];
    expect(await send({ reason: "Why?" })).toMatchObject({ status: 400, json: { errors: nothing } });
    expect(await send({ netAmount: 1, reason: "Why?" })).toMatchObject({ status: 404 });
    await expect(correct({ netAmount: 1 }, "S-unknown")).rejects.toMatchObject({ code: "NOT_FOUND" });
    const [row] = await db().select().from(settlements).where(eq(settlements.merchantId, shop.merchantId));
    expect(row?.netAmount).toBe(73_500_00);
  });
});
