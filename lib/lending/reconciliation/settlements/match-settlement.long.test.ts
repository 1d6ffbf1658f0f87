import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { db } from "@/db/client";
import { settlements } from "@/db/schema/settlements";
import { day, later } from "@/lib/kernel/calendar";
import { useDatabase } from "@/test/database";
import { breaksOf, matchAll, matchesOf } from "@/test/factories/matching";
import {
  afterWeek as after,
  weekly as settlement,
  weekStart as start,
  useSettledShop,
} from "@/test/factories/settled-shop";
import { createdEvent, type ToldSettlement, tellSettlement, transferredEvent } from "@/test/factories/settlement";
import { costlyCases, costlyTimeout, fc } from "@/test/proof";

useDatabase();

const { shop, deduct } = useSettledShop();

/** A settlement not yet transferred: no deduction is late for it. */
const announced = async (of: ToldSettlement) => (await tellSettlement(shop, createdEvent(shop, of, after), after)).id;

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
