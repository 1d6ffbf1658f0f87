import { expect, test } from "vitest";
import { toKobo, zero } from "@/lib/kernel/money";
import { anyProduct } from "@/test/factories/lender-product";
import { good, now, scored } from "@/test/factories/merchant-facts";
import { nothingOwed } from "./borrowers/standing";
import { decidedByOf } from "./decided-by";
import type { Facts } from "./policy";

const asked: Facts = {
  ...good,
  request: { principal: toKobo(500_000), tenorDays: 90, createdAt: now, financingTimeframeDays: 7 },
  products: [anyProduct()],
};
const owing = (naira: number) => ({ ...nothingOwed, committed: toKobo(naira) });

test("what a request was decided by: the cap, what of it was taken, the sales, and the most for its tenor", () => {
  const facts = { ...asked, own: owing(30_000), others: { here: owing(20_000), elsewhere: nothingOwed } };
  expect(decidedByOf(facts)).toEqual({
    tier: "B",
    cap: toKobo(200_000),
    capReason: null,
    committed: toKobo(30_000),
    committedByOthers: toKobo(20_000),
    assumedMonthlySales: toKobo(200_000),
    dataFrom: "2026-11-19T12:00:00.000Z",
    salesUntil: null,
    // The sales carry 115,295 (options.test.ts), which the caps still have room for.
    most: toKobo(115_295),
  });
  expect(decidedByOf({ ...facts, own: owing(170_000) })?.most).toBe(toKobo(10_000));
  expect(decidedByOf({ ...facts, products: [] })?.most).toBe(zero);
});

test("what is owed at other marketplaces shows in none of it but in quarters of the cap", () => {
  const decidedBeside = (naira: number) =>
    decidedByOf({ ...asked, others: { here: nothingOwed, elsewhere: { ...owing(naira), defaulted: true } } });
  expect(decidedBeside(1)).toEqual(decidedByOf(asked));
  for (const naira of [100_001, 123_456, 150_000]) {
    expect(decidedBeside(naira)).toEqual({ ...decidedByOf(asked), most: toKobo(50_000) });
  }
});

test("without a score there are no figures", () => {
  expect(decidedByOf({ ...asked, score: null })).toBeNull();
  expect(decidedByOf({ ...asked, score: scored({ tier: "E", maxLendingCap: zero }) })).toMatchObject({ most: zero });
});
