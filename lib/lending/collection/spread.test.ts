import { expect, test } from "vitest";
import { addDays, day as dayLength } from "@/lib/kernel/calendar";
import { kobo, zero } from "@/lib/kernel/money";
import type { DayFigures } from "@/lib/terms/collection/day-schema";
import { instant } from "@/test/time";
import { capWithin } from "./cap";
import type { SpecialKind } from "./day-figures";
import { spread } from "./spread";

const none = { agreed: zero, taken: zero };
const day = "2026-11-20";
const windowDays = 8;

function figures(given: { agreed?: number; taken?: number; usual?: number }): DayFigures {
  const { agreed = 0, taken = 0, usual = 0 } = given;
  return {
    ...{ agreed: kobo(agreed), taken: kobo(taken), share: kobo(agreed), used: kobo(Math.max(agreed, taken)) },
    ...{ catchUp: zero, changed: zero, surplus: zero, paused: zero, exceeds: none, duplicate: none },
    unsourced: { usual: kobo(usual), paused: zero, recovered: zero },
  };
}

function spreadOver(days: Record<number, DayFigures>, refunded = 0) {
  return spread({
    days: Object.entries(days)
      .map(([ago, own]) => ({ day: addDays(day, -Number(ago)), own }))
      .sort((one, other) => (one.day < other.day ? -1 : 1)),
    ...{
      windows: [{ from: "1970-01-01", days: windowDays }],
      pauses: [],
      withoutSales: new Set<string>(),
      repaid: false,
      refunded: kobo(refunded),
    },
    now: instant("2026-12-31T00:00:00Z"),
  });
}

test("a deduction without a sale covers the window before it, its first day included, then older days", () => {
  const open = figures({ agreed: 100_000 });
  const found = spreadOver({ 9: open, 8: open, 7: open, 0: figures({ usual: 250_000 }) });
  expect(found.map(({ missing }) => missing)).toEqual([50_000, 0, 0, 0]);
});

test("what was refunded is taken off the newest days whose excess it covers whole", () => {
  const over = (by: number) => figures({ agreed: 100_000, taken: 100_000 + by });
  const found = spreadOver({ 3: over(30_000), 2: over(50_000), 1: over(20_000) }, 60_000);
  expect(found.map(({ findings }) => findings.map(({ actual }) => actual))).toEqual([[], [150_000], []]);
});

test("the balance ends earlier on a day of which more was taken than agreed, where that stands for no other sale", () => {
  const sale = (orderId: string, hour: string, taken: number, special: SpecialKind | null = null) => ({
    ...{ orderId, at: instant(`${day}T${hour}:00:00Z`), share: kobo(100_000), taken: kobo(taken), special },
  });
  const from = instant(`${day}T00:00:00Z`).getTime();
  const whole = { from, until: from + dayLength };
  const others = [sale("O-2", "09", 0), sale("O-3", "10", 0)];
  expect(capWithin({ ...whole, left: kobo(250_000) }, [sale("O-1", "08", 250_000), ...others], [])).toMatchObject({
    ...{ orderId: "O-3", amount: 50_000 },
  });
  const sales = [sale("O-1", "08", 250_000, "DUPLICATE_ORDER"), ...others];
  expect(capWithin({ ...whole, left: kobo(300_000) }, sales, [])).toMatchObject({ orderId: "O-2", amount: 50_000 });
  const paid = [{ amount: kobo(30_000), at: instant(`${day}T09:00:00Z`) }];
  expect(capWithin({ ...whole, left: kobo(300_000) }, sales, paid)).toMatchObject({ orderId: "O-2", amount: 20_000 });
});
