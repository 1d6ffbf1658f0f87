import { describe, expect, test } from "vitest";
import { kobo, toKobo } from "@/lib/kernel/money";
import { tenors } from "@/lib/terms/funding/constants";
import { installmentDays } from "@/lib/terms/loans/schedule";
import { good, scored } from "@/test/factories/merchant-facts";
import { liveEvenly } from "@/test/oracles/terms-oracle";
import { fc } from "@/test/proof";
import { nothingOwed } from "./borrowers/standing";
import { type OfferedTerms, objectionToOffer } from "./offer-policy";
import type { MerchantFacts } from "./policy";

/** Of this total in naira, on 90 days and at 10 of at most 25 percent; sales of 200,000 a month are assumed. */
function offer(total: number, change: Partial<OfferedTerms> = {}): OfferedTerms {
  const terms = { tenorDays: 90, deductionBasisPoints: 1_000, highestDeductionBasisPoints: 2_500 };
  return { principal: kobo(toKobo(total) - 100_000), interest: toKobo(1_000), ...terms, ...change };
}

const kept = offer(60_000);

test("an offer stands while nothing has changed", () => {
  expect(objectionToOffer(good, kept)).toBeNull();
});

describe("the first reason counts", () => {
  test.each<[string, Partial<MerchantFacts>]>([
    ["NO_CREDIT_SCORE", { score: null }],
    ["DEFAULTED_LOAN", { own: { ...nothingOwed, defaulted: true, overdue: true } }],
    ["OVERDUE_LOAN", { own: { ...nothingOwed, overdue: true }, score: scored({ tier: "E" }) }],
    ["RISK_TIER_BLOCKED", { score: scored({ tier: "E", maxLendingCap: kobo(0) }) }],
    ["SCORE_STALE", { score: scored({ salesUntil: "2026-01", maxLendingCap: kobo(0) }) }],
    ["ABOVE_LENDING_CAP", { score: scored({ maxLendingCap: kobo(5_899_999), assumedMonthlySales: kobo(0) }) }],
    [
      "ABOVE_OWNER_EXPOSURE",
      { others: { here: nothingOwed, elsewhere: { ...nothingOwed, committed: toKobo(141_001) } } },
    ],
    ["ABOVE_REPAYMENT_CAPACITY", { score: scored({ assumedMonthlySales: kobo(0) }) }],
  ])("%s", (reason, change) => {
    expect(objectionToOffer({ ...good, ...change }, kept)).toBe(reason);
  });
});

describe("today's sales carry", () => {
  const half = { score: scored({ weakestRuns: [toKobo(1), toKobo(1), toKobo(100_000)] }) };
  test.each<[string, number, Partial<OfferedTerms>, Partial<MerchantFacts>]>([
    ["what the agreed percentage pays by each instalment's day", 60_000, {}, {}],
    ["on 30 days, by days 7, 14, 21 and 28", 18_666.66, { tenorDays: 30 }, {}],
    ["on 365 days, by days 30 to 360", 240_000, { tenorDays: 365 }, { score: scored({ maxLendingCap: kobo(1e9) }) }],
    ["from the weakest months, where they are weaker", 30_000, {}, half],
    ["what the highest percentage repays in four fifths of the tenor", 120_000, { deductionBasisPoints: 2_500 }, {}],
    ["or as much of it as other loans leave", 96_000, { deductionBasisPoints: 2_000 }, { committedDeduction: 1_000 }],
    [
      "with an unknown range, what the agreed one repays in that time",
      48_000,
      { highestDeductionBasisPoints: null },
      {},
    ],
  ])("%s: %d naira and no kobo more", (_, total, terms, change) => {
    const facts = { ...good, ...change };
    expect(objectionToOffer(facts, offer(total, terms))).toBeNull();
    expect(objectionToOffer(facts, offer(total + 0.01, terms))).toBe("ABOVE_REPAYMENT_CAPACITY");
  });

  test("no loan whose percentage other loans have used up", () => {
    expect(objectionToOffer({ ...good, committedDeduction: 2_000 }, offer(2_000))).toBeNull();
    expect(objectionToOffer({ ...good, committedDeduction: 2_001 }, offer(2_000))).toBe("ABOVE_REPAYMENT_CAPACITY");
  });
});

test("whatever stands, even sales pay on time", () => {
  const drawn = fc.record({
    tenorDays: fc.constantFrom(...tenors),
    total: fc.integer({ min: 1_000_000, max: 10_000_000_000 }),
    halfPercents: fc.integer({ min: 1, max: 60 }),
    /** What the whole tenor brings, as a multiple of the total. */
    brings: fc.double({ min: 0.9, max: 1.4, noNaN: true }),
  });
  fc.assert(
    fc.property(drawn, ({ tenorDays, total, halfPercents, brings }) => {
      const deductionBasisPoints = 50 * halfPercents;
      const monthlySales = Math.round((total * brings * 300_000) / (deductionBasisPoints * tenorDays));
      const score = scored({ assumedMonthlySales: kobo(monthlySales), maxLendingCap: kobo(1e12) });
      const terms = { tenorDays, deductionBasisPoints, highestDeductionBasisPoints: 3_000 };
      const stands = objectionToOffer({ ...good, score }, offer(total / 100, terms)) === null;
      const days = installmentDays(tenorDays);
      // Each sale's share is cut off to the kobo, which is less than a kobo a day.
      const due = days.map((day) => ({ day, amount: total / days.length - tenorDays }));
      if (stands)
        expect(liveEvenly({ due, basisPoints: deductionBasisPoints, monthlySales, sales: 1 }).late).toBeNull();
    }),
  );
});
