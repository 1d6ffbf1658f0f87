import { describe, expect, test } from "vitest";
import { day, hour, later } from "@/lib/calendar";
import { kobo, zero } from "@/lib/money";
import { fc } from "@/test/proof";
import { type Cover, type Decided, type Sale, uncoveredSales, windowOf } from "./shortfall";

const monday = new Date("2026-11-02T09:00:00Z");
const { window } = windowOf("WEEKLY");

const sale = (orderId: string, occurredAt: Date, more: Partial<Sale> = {}): Sale => ({
  orderId,
  amount: kobo(10_000),
  occurredAt,
  receivedAt: occurredAt,
  ...more,
});
const cover = (occurredAt: Date, orderId: string | null = null): Cover => ({ occurredAt, orderId });

function missing(
  sales: Sale[],
  covers: Cover[],
  more: { pauses?: { from: Date; until: Date | null }[]; decided?: Decided[] } = {},
) {
  const { pauses = [], decided = [] } = more;
  return uncoveredSales({ sales, covers, pauses, decided, window }).map(({ orderId }) => orderId);
}

test.each([
  ["DAILY", 2],
  ["WEEKLY", 8],
  ["BIWEEKLY", 15],
  ["MONTHLY", 32],
  [undefined, 8],
] as const)("paid out %s, a deduction has %d days to follow", (frequency, days) => {
  expect(windowOf(frequency)).toEqual({ payoutPeriodDays: days - 1, window: days * day });
});

describe("a sale is covered", () => {
  test("by a deduction at its own moment, and at the last of its window; not by one outside of it", () => {
    const one = [sale("A", monday)];
    expect(missing(one, [cover(monday)])).toEqual([]);
    expect(missing(one, [cover(later(monday, window))])).toEqual([]);
    expect(missing(one, [cover(later(monday, window + 1))])).toEqual(["A"]);
    expect(missing(one, [cover(later(monday, -1))])).toEqual(["A"]);
    expect(missing(one, [])).toEqual(["A"]);
  });

  test("by a deduction that names its order, whenever", () => {
    const both = [sale("A", monday), sale("B", monday)];
    expect(missing(both, [cover(later(monday, 60 * day), "A")])).toEqual(["B"]);
    expect(missing(both, [cover(later(monday, -60 * day), "A")])).toEqual(["B"]);
  });
});

describe("a sale owes nothing", () => {
  test("of nothing", () => {
    expect(missing([sale("A", monday, { amount: zero })], [])).toEqual([]);
  });

  test("while collection is paused, or when it was paused before the payout", () => {
    const sales = [
      sale("before", later(monday, -window - 1)),
      sale("A", monday),
      sale("after", later(monday, 3 * day)),
    ];
    const pause = { from: monday, until: later(monday, 3 * day) };
    expect(missing(sales, [], { pauses: [pause] })).toEqual(["before", "after"]);
    expect(missing(sales, [], { pauses: [{ ...pause, until: null }] })).toEqual(["before"]);
  });

  test("when somebody decided about its period knowing of it", () => {
    const decided = { from: monday, until: later(monday, day), decidedAt: later(monday, 20 * day) };
    const sales = [
      sale("known", monday),
      sale("reported since", later(monday, hour), { receivedAt: later(monday, 21 * day) }),
      sale("outside", later(monday, day + 1)),
    ];
    expect(missing(sales, [], { decided: [decided] })).toEqual(["reported since", "outside"]);
  });
});

const moments = fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 30 });
const at = (days: number) => later(monday, days * day);

test("is the same as looking for each sale's deduction one by one, whatever the order", () => {
  fc.assert(
    fc.property(moments, moments, (sold, deducted) => {
      const sales = sold.map((days, i) => sale(`S-${i}`, at(days)));
      const covers = deducted.map((days) => cover(at(days)));
      const expected = sales.filter(
        ({ occurredAt }) =>
          !covers.some((one) => one.occurredAt >= occurredAt && one.occurredAt <= later(occurredAt, window)),
      );
      const found = missing(sales, covers);
      expect([...found].sort()).toEqual(expected.map(({ orderId }) => orderId).sort());
      expect(missing([...sales].reverse(), [...covers].reverse()).sort()).toEqual([...found].sort());
    }),
  );
});

test("one more deduction never leaves more sales uncovered", () => {
  fc.assert(
    fc.property(moments, moments, fc.integer({ min: 0, max: 60 }), (sold, deducted, more) => {
      const sales = sold.map((days, i) => sale(`S-${i}`, at(days)));
      const covers = deducted.map((days) => cover(at(days)));
      const before = missing(sales, covers);
      expect(before).toEqual(expect.arrayContaining(missing(sales, [...covers, cover(at(more))])));
    }),
  );
});
