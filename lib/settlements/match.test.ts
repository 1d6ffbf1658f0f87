import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { breaksOf, matchAll, matchesOf, stateOf } from "@/db/factories/matching";
import {
  afterWeek as after,
  weekEnd as end,
  weekly as settlement,
  weekStart as start,
  useSettledShop,
} from "@/db/factories/settled-shop";
import { createdEvent, tellReversal, tellSettlement, transferredEvent } from "@/db/factories/settlement";
import { breaks, settlements } from "@/db/schema/settlements";
import { useDatabase } from "@/db/testing";
import { day, hour, later } from "@/lib/clock";
import { matchSettlement } from "./match";

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

  test("once, when it is looked at many times and at once", async () => {
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
  test("MISSING: is waited for, told after a day, and forgotten when it arrives", async () => {
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

  test("MISSING: is not told of a period that is not over", async () => {
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

  test("is not told again once somebody has accepted it", async () => {
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

describe("order does not matter", () => {
  const permutations = <T>(all: T[]): T[][] =>
    all.length < 2 ? [all] : all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]));

  test.each([{ named: false }, { named: true }])("created, transferred and deductions, %j", async ({ named }) => {
    const base = start;
    for (const order of permutations([0, 1, 2, 3])) {
      const reference = `S-${order.join("")}-${named}`;
      // A week of its own for each order.
      const offset = permutations([0, 1, 2, 3]).findIndex((one) => one.join("") === order.join("")) * 7 * day;
      const period = { periodStart: later(base, -offset - 400 * day), periodEnd: later(base, -offset - 393 * day) };
      const mine = ["D-1", "D-2"].map((one) => `${one}-${reference}`);
      const of = settlement({ reference, ...period, totalDeductions: 1_500, names: named ? mine : undefined });
      const steps = [
        () => tellSettlement(shop, createdEvent(shop, of, after), after),
        () => tellSettlement(shop, transferredEvent(shop, of, after), after),
        () => deduct(mine[0] ?? "", 1_000, period.periodStart, after),
        () => deduct(mine[1] ?? "", 500, later(period.periodStart, day), after),
      ];
      for (const step of order) {
        await steps[step]?.();
        await matchAll(shop.merchantId, after);
      }
      const [row] = await db().select().from(settlements).where(eq(settlements.reference, reference));
      expect(row, reference).toMatchObject({ matchStatus: "MATCHED", matchedAmount: 150_000, dueAt: null });
      expect(await matchesOf(row?.id ?? "")).toEqual(mine);
      expect((await breaksOf(row?.id ?? "")).filter(({ status }) => status === "OPEN")).toEqual([]);
    }
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
});

test("a settlement that does not exist is nothing to do", async () => {
  expect(await matchSettlement("set_unknown", after)).toBeNull();
});
