import { describe, expect, test } from "vitest";
import { kobo, plus, zero } from "@/lib/kernel/money";
import { schedule } from "@/lib/terms/loans/schedule";
import { fc } from "@/test/proof";
import { fill, firstOpen, splitPaid } from "./allocation";

/** Principal and interest over a tenor; from 200 kobo up each instalment has room for its share of the interest. */
const plans = fc
  .record({
    principal: fc.oneof(fc.integer({ min: 200, max: 5_000 }), fc.integer({ min: 200, max: 1e15 })),
    interestPercent: fc.integer({ min: 0, max: 100 }),
    odd: fc.nat(99),
    tenorDays: fc.constantFrom(30, 60, 90, 120, 180, 270, 365),
  })
  .map(({ principal, interestPercent, odd, tenorDays }) => {
    const interest = Math.floor(principal / 100) * interestPercent + odd;
    const loan = { principal: kobo(principal), interest: kobo(interest) };
    return { ...loan, tenorDays, portions: schedule(loan, tenorDays, "2026-01-31") };
  });
const paidPlans = plans.chain((plan) =>
  fc.integer({ min: 0, max: plan.principal + plan.interest }).map((paid) => ({ ...plan, paid: kobo(paid) })),
);

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

describe("a schedule", () => {
  test("adds up exactly: amounts to the debt, interest to the interest", () => {
    fc.assert(
      fc.property(plans, ({ principal, interest, portions }) => {
        expect(sum(portions.map(({ amount }) => amount))).toBe(principal + interest);
        expect(sum(portions.map((portion) => portion.interest))).toBe(interest);
      }),
    );
  });

  test("has equal instalments, the remainder in the last, interest never more than the instalment, dates that rise", () => {
    fc.assert(
      fc.property(plans, ({ portions }) => {
        const [first] = portions;
        const last = portions.at(-1);
        expect(new Set(portions.slice(0, -1).map(({ amount }) => amount)).size).toBeLessThanOrEqual(1);
        expect((last?.amount ?? 0) - (first?.amount ?? 0)).toBeLessThan(portions.length);
        expect(portions.map(({ number }) => number)).toEqual(portions.map((_, i) => i + 1));
        expect(portions.every(({ amount, interest }) => interest >= 0 && interest <= amount)).toBe(true);
        expect(portions.every(({ dueDate }, i) => i === 0 || dueDate > (portions[i - 1]?.dueDate ?? ""))).toBe(true);
      }),
    );
  });
});

describe("what is paid", () => {
  test("is principal and interest together, to the kobo, and neither more than there is of it", () => {
    fc.assert(
      fc.property(paidPlans, ({ portions, paid, principal, interest }) => {
        const split = splitPaid(paid, portions);
        expect(split.principal + split.interest).toBe(paid);
        expect(split.principal).toBeGreaterThanOrEqual(0);
        expect(split.interest).toBeGreaterThanOrEqual(0);
        expect(split.principal).toBeLessThanOrEqual(principal);
        expect(split.interest).toBeLessThanOrEqual(interest);
        expect(splitPaid(plus(principal, interest), portions)).toEqual({ principal, interest });
        expect(splitPaid(zero, portions)).toEqual({ principal: 0, interest: 0 });
      }),
    );
  });

  test("grows with every kobo, by that kobo, in one of the two", () => {
    fc.assert(
      fc.property(paidPlans, ({ portions, paid, principal, interest }) => {
        fc.pre(paid < principal + interest);
        const before = splitPaid(paid, portions);
        const after = splitPaid(kobo(paid + 1), portions);
        expect([after.interest - before.interest, after.principal - before.principal].sort()).toEqual([0, 1]);
      }),
    );
  });

  test("fills the oldest instalment before it touches the next, in each the interest before the principal", () => {
    fc.assert(
      fc.property(paidPlans, ({ portions, paid }) => {
        const filled = fill(paid, portions);
        expect(sum(filled)).toBe(paid);
        const open = filled.findIndex((amount, i) => amount < (portions[i]?.amount ?? 0));
        if (open < 0) return;
        expect(filled.slice(open + 1).every((amount) => amount === 0)).toBe(true);
        const before = sum(portions.slice(0, open).map(({ interest }) => interest));
        const own = Math.min(filled[open] ?? 0, portions[open]?.interest ?? 0);
        expect(splitPaid(paid, portions).interest).toBe(before + own);
      }),
    );
  });

  test("is split by kobo in exactly this order", () => {
    const portions = [
      { amount: kobo(5), interest: kobo(2) },
      { amount: kobo(5), interest: kobo(2) },
      { amount: kobo(7), interest: kobo(3) },
    ];
    const order = Array.from({ length: 17 }, (_, paid) => {
      const interest = splitPaid(kobo(paid + 1), portions).interest - splitPaid(kobo(paid), portions).interest;
      return interest === 1 ? "i" : "p";
    });
    expect(order.join("")).toBe("iipppiipppiiipppp");
  });
});

test("an instalment is open until its last kobo is paid; then the next one is", () => {
  const portions = [
    { number: 1, amount: kobo(500) },
    { number: 2, amount: kobo(500) },
    { number: 3, amount: kobo(700) },
  ];
  const open = [0, 499, 500, 999, 1_000, 1_699, 1_700].map((paid) => firstOpen(kobo(paid), portions)?.number);
  expect(open).toEqual([1, 1, 2, 2, 3, 3, undefined]);
});
