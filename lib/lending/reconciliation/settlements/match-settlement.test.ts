import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { breaks, settlements } from "@/db/schema/settlements";
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
import { costlyCases, costlyTimeout, fc } from "@/test/proof";
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

describe("order does not matter", () => {
  const permutations = <T>(all: T[]): T[][] =>
    all.length < 2 ? [all] : all.flatMap((one, i) => permutations(all.toSpliced(i, 1)).map((rest) => [one, ...rest]));

  test.each([{ named: false }, { named: true }])("created, transferred and deductions, %j", async ({ named }) => {
    const base = start;
    for (const order of permutations([0, 1, 2, 3])) {
      const reference = `S-${order.join("")}-${named}`;
      // Each order gets its own week.
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

  test("never without end, however settlements overlap", { timeout: costlyTimeout }, async () => {
    const plan = fc.record({
      settlements: fc.array(fc.record({ from: fc.nat(5), days: fc.integer({ min: 1, max: 5 }), total: fc.nat(6) }), {
        minLength: 2,
        maxLength: 4,
      }),
      deductions: fc.array(fc.record({ on: fc.nat(9), amount: fc.integer({ min: 1, max: 3 }) }), {
        minLength: 2,
        maxLength: 6,
      }),
    });
    // Each is a score of steps, one after another.
    const draws = Math.ceil(costlyCases / 3);
    for (const [run, { settlements: some, deductions }] of fc.sample(plan, draws).entries()) {
      const base = later(start, -(run + 1) * 20 * day);
      const on = (days: number) => later(base, days * day);
      const settle = some.map(({ from, days, total }, i) => () => {
        const period = { periodStart: on(from), periodEnd: on(from + days) };
        return announced(settlement({ reference: `S-${run}-${i}`, ...period, totalDeductions: total * 100 }));
      });
      const report = deductions.map(
        (deduction, i) => () => deduct(`D-${run}-${i}`, deduction.amount * 100, on(deduction.on), after),
      );
      for (let i = 0; i < Math.max(settle.length, report.length); i++) {
        await settle[i]?.();
        await matchAll(shop.merchantId, after);
        await report[i]?.();
        await matchAll(shop.merchantId, later(after, 2 * day));
      }
    }
  });
});

test("a settlement that does not exist is nothing to do", async () => {
  expect(await matchSettlement("set_unknown", after)).toBeNull();
});
