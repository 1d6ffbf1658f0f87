import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { day, hour, later } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { useDatabase } from "@/test/database";
import { breaksOf, matchAll, matchesOf, stateOf } from "@/test/factories/matching";
import {
  afterWeek as after,
  weekEnd as end,
  weekly as settlement,
  weekStart as start,
  useSettledShop,
} from "@/test/factories/settled-shop";
import {
  createdEvent,
  type ToldSettlement,
  tellReversal,
  tellSettlement,
  transferredEvent,
} from "@/test/factories/settlement";
import { matchSettlement } from "./match-settlement";

useDatabase();

const { shop, deduct, settle: told } = useSettledShop();

describe("a settlement is matched", () => {
  test("by its period when it names nothing", async () => {
    await deduct("D-1", 1_000, start);
    await deduct("D-2", 500, later(end, -1));
    await deduct("D-0", 70, later(start, -1));
    await deduct("D-3", 30, end, after);
    const id = await told(settlement({ totalDeductions: 1_500 }));
    expect(await matchSettlement(id, after)).toBeNull();
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED", matchedAmount: 150_000, dueAt: null });
    expect(await matchesOf(id)).toEqual(["D-1", "D-2"]);
    expect(await breaksOf(id)).toEqual([]);
  });

  test("by the references it names, whenever they happened", async () => {
    await deduct("D-1", 1_000, later(start, -3 * day), start);
    await deduct("D-2", 500, later(start, day));
    const id = await told(settlement({ totalDeductions: 1_000, names: ["D-1"] }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED", matchedAmount: 100_000 });
    expect(await matchesOf(id)).toEqual(["D-1"]);
  });

  test.each([1_500, 1_200])("with the reversals of the period taken off its total or not (%d)", async (total) => {
    await deduct("D-1", 1_500, later(start, day));
    await tellReversal(
      shop,
      { loanId: shop.loanId, of: "D-1", amount: 300, at: later(start, 2 * day) },
      later(start, 2 * day),
    );
    const id = await told(settlement({ totalDeductions: total }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED", matchedAmount: total * 100 });
    expect(await breaksOf(id)).toEqual([]);
  });

  test("without deductions when it says that there were none", async () => {
    const id = await told(settlement({ totalDeductions: 0 }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED", matchedAmount: 0 });
  });

  test("once, however often and simultaneously it is checked", async () => {
    await deduct("D-1", 1_000, start);
    const id = await told(settlement({ totalDeductions: 2_000 }));
    const late = later(after, 2 * day);
    await Promise.all(Array.from({ length: 8 }, () => matchSettlement(id, late)));
    expect(await breaksOf(id)).toHaveLength(1);
    expect(await matchesOf(id)).toEqual(["D-1"]);
  });
});

test("deductions that come while it is being matched are all found", async () => {
  const id = await told(settlement({ totalDeductions: 20 * 100 }));
  await Promise.all(
    Array.from({ length: 20 }, async (_, i) => {
      await deduct(`D-${i}`, 100, later(start, i * hour), after);
      await matchSettlement(id, after);
    }),
  );
  await matchAll(shop.merchantId, after);
  expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED", matchedAmount: 200_000 });
  expect(await matchesOf(id)).toHaveLength(20);
  expect(await breaksOf(id)).toEqual([]);
});

describe("what is missing", () => {
  test("MISSING: is waited for, reported after a day, and resolved when it arrives", async () => {
    await deduct("D-1", 1_000, start);
    const id = await told(settlement({ totalDeductions: 1_500 }));
    const graceEnds = later(after, day);
    expect(await matchSettlement(id, after)).toEqual(graceEnds);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "PENDING", matchedAmount: 100_000, dueAt: graceEnds });
    expect(await breaksOf(id)).toEqual([]);

    expect(await matchSettlement(id, graceEnds)).toBeNull();
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN", dueAt: null });
    expect(await breaksOf(id)).toMatchObject([
      { type: "MISSING", status: "OPEN", expected: 150_000, actual: 100_000, evidence: { references: ["D-1"] } },
    ]);

    const later1 = later(graceEnds, hour);
    await deduct("D-2", 500, later(start, 3 * day), later1);
    expect(await stateOf(id)).toMatchObject({ dueAt: later1 });
    await matchAll(shop.merchantId, later1);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
    expect(await breaksOf(id)).toMatchObject([{ type: "MISSING", status: "RESOLVED", resolution: "ARRIVED" }]);
  });

  test("MISSING: is not reported for a period that is not over", async () => {
    const id = (await tellSettlement(shop, createdEvent(shop, settlement({ totalDeductions: 10 }), start), start)).id;
    await matchAll(shop.merchantId, later(end, day - 1));
    expect(await breaksOf(id)).toEqual([]);
    await matchAll(shop.merchantId, later(end, day));
    expect(await breaksOf(id)).toMatchObject([{ type: "MISSING" }]);
  });

  test("MISSING: one unknown reference does not keep the others from matching", async () => {
    await deduct("D-1", 1_000, start);
    await deduct("D-2", 400, start);
    const id = await told(settlement({ totalDeductions: 1_500, names: ["D-1", "D-2", "D-nobody"] }));
    await matchAll(shop.merchantId, later(after, day));
    expect(await matchesOf(id)).toEqual(["D-1", "D-2"]);
    expect(await breaksOf(id)).toMatchObject([
      { type: "MISSING", expected: 150_000, actual: 140_000, evidence: { unknownReferences: ["D-nobody"] } },
    ]);
  });

  test("MISSING: a transfer whose settlement.created never comes", async () => {
    await deduct("D-1", 1_000, start);
    const of = settlement({ totalDeductions: 1_000, names: ["D-1"] });
    const { id } = await tellSettlement(shop, transferredEvent(shop, of, after), after);
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "PENDING" });
    expect(await matchesOf(id)).toEqual(["D-1"]);
    const dayLater = later(after, day);
    await matchAll(shop.merchantId, dayLater);
    expect(await breaksOf(id)).toMatchObject([{ type: "MISSING", evidence: { missing: "settlement.created" } }]);
    await tellSettlement(shop, createdEvent(shop, of, dayLater), dayLater);
    await matchAll(shop.merchantId, dayLater);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
    expect(await breaksOf(id)).toMatchObject([{ resolution: "ARRIVED" }]);
  });

  test("is not reported again once somebody has accepted it", async () => {
    const id = await told(settlement({ totalDeductions: 1_500 }));
    const late = later(after, day);
    await matchAll(shop.merchantId, late);
    await db().update(breaks).set({ status: "RESOLVED", resolution: "ACCEPTED" }).where(eq(breaks.settlementId, id));
    await matchSettlement(id, late);
    expect(await breaksOf(id)).toMatchObject([{ resolution: "ACCEPTED" }]);
    await deduct("D-1", 100, start, late);
    await matchAll(shop.merchantId, late);
    expect(await breaksOf(id)).toMatchObject([{ resolution: "ACCEPTED" }, { status: "OPEN", actual: 10_000 }]);
  });
});

test("a settlement that names a deduction takes it from one that only seemed to contain it", async () => {
  await deduct("D-1", 1_000, start);
  await deduct("D-2", 500, start);
  const guessing = await told(settlement({ totalDeductions: 1_500 }));
  await matchAll(shop.merchantId, after);
  expect(await matchesOf(guessing)).toEqual(["D-1", "D-2"]);
  const naming = await told(settlement({ reference: "S-2", totalDeductions: 500, names: ["D-2"] }));
  await matchAll(shop.merchantId, later(after, day));
  expect([await matchesOf(guessing), await matchesOf(naming)]).toEqual([["D-1"], ["D-2"]]);
  expect(await breaksOf(guessing)).toMatchObject([{ type: "MISSING", expected: 150_000, actual: 100_000 }]);
});

describe("is checked again", () => {
  /** A settlement not yet transferred: no deduction is late for it. */
  const announced = async (of: ToldSettlement) => (await tellSettlement(shop, createdEvent(shop, of, after), after)).id;
  const aheadOf = (hours: number) => later(start, -hours * hour);
  const reverse = (reference: string, of: string, amount: number, at: BusinessTime, now: BusinessTime) =>
    tellReversal(shop, { loanId: shop.loanId, reference, of, amount, at }, now);

  test("when a reversal of its period no longer counts, because another came before it", async () => {
    await deduct("D-before", 1_000, aheadOf(20));
    await deduct("D-1", 2_000, start);
    await reverse("R-1", "D-before", 800, later(start, day), after);
    const id = await told(settlement({ totalDeductions: 1_200 }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
    await reverse("R-0", "D-before", 500, aheadOf(10), later(after, hour));
    await matchAll(shop.merchantId, later(after, hour));
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
    expect(await breaksOf(id)).toMatchObject([{ type: "AMOUNT", expected: 120_000, actual: 200_000 }]);
  });

  test("when a reversal of its period does not fit into the deduction that it waited for", async () => {
    await deduct("D-1", 2_000, start);
    await reverse("R-1", "D-before", 800, later(start, day), after);
    const id = await told(settlement({ totalDeductions: 1_200 }));
    await matchAll(shop.merchantId, after);
    expect(await stateOf(id)).toMatchObject({ matchStatus: "MATCHED" });
    await deduct("D-before", 500, aheadOf(10), later(after, hour));
    await matchAll(shop.merchantId, later(after, hour));
    expect(await stateOf(id)).toMatchObject({ matchStatus: "BROKEN" });
  });

  test("when another lets go of a deduction of its period", async () => {
    const first = await announced(settlement({ totalDeductions: 1_000 }));
    await deduct("D-1", 1_000, later(start, 4 * day), after);
    await matchAll(shop.merchantId, after);
    const overlapping = { periodStart: later(start, 3 * day), periodEnd: later(end, 3 * day) };
    const second = await announced(settlement({ reference: "S-2", ...overlapping, totalDeductions: 1_000 }));
    const graceOver = later(after, 5 * day);
    await matchAll(shop.merchantId, graceOver);
    expect([await matchesOf(first), (await stateOf(second))?.matchStatus]).toEqual([["D-1"], "BROKEN"]);
    // More deductions now match the first than it contains, and nothing tells which belong to it.
    await deduct("D-2", 1_300, start, graceOver);
    await matchAll(shop.merchantId, graceOver);
    expect([await matchesOf(first), await matchesOf(second)]).toEqual([[], ["D-1"]]);
    expect(await stateOf(second)).toMatchObject({ matchStatus: "MATCHED" });
  });
});

test("a settlement that does not exist is nothing to do", async () => {
  expect(await matchSettlement("set_unknown", after)).toBeNull();
});
