import { describe, expect, test } from "vitest";
import { kobo, maxAmount, plus, toKobo } from "@/lib/kernel/money";
import { demoTerms } from "@/lib/sandbox/seed/demo-lender";
import { tenors } from "@/lib/terms/funding/constants";
import { anyProduct } from "@/test/factories/lender-product";
import { oracleDays, oracleInterest, oracleShare } from "@/test/oracles/terms-oracle";
import { fc } from "@/test/proof";
import { salesDuring } from "./assumed-sales";
import { deductionFor, isCarried, neededDeduction } from "./deduction-percentage";
import { priceOf } from "./price";
import { highestRate } from "./schema";

const sales = (naira: number, weakest: number[] | null = null) => ({
  assumedMonthlySales: toKobo(naira),
  weakestRuns: weakest?.map(toKobo) ?? null,
});

/** All figures worked out with exact fractions, apart from this code. */
describe("250,000.50 naira with sales of a million a month cost", () => {
  test.each([
    ["A", 30, 3_250.01, 1.3, 30, 32],
    ["A", 90, 7_800.02, 3.12, 72, 11],
    ["A", 120, 10_400.02, 4.16, 96, 8.5],
    ["A", 365, 17_379.75, 6.9519, 160, 5],
    ["A", 730, 17_379.75, 6.9519, 160, 5],
    ["B", 30, 4_250.01, 1.7, 30, 32],
    ["B", 365, 19_058.38, 7.6233, 135, 6],
    ["C", 90, 13_200.03, 5.28, 72, 11],
    ["C", 730, 18_456.45, 7.3826, 101, 8],
    ["D", 30, 7_500.02, 3, 30, 32.5],
    ["D", 120, 20_270.35, 8.1081, 81, 10],
  ] as const)("in tier %s on %i days: %d naira, %d percent, for %i days, %d percent of sales", (...row) => {
    const [tier, tenorDays, fee, percent, expectedDays, deduction] = row;
    const product = anyProduct({ riskTier: tier, tenorDays, ...demoTerms[tier] });
    const principal = toKobo(250_000.5);
    const price = priceOf(principal, product, sales(1e6));
    expect(price).toEqual({ interest: toKobo(fee), interestPartsPerMillion: percent * 10_000, expectedDays });
    expect(deductionFor(plus(principal, price.interest), product, sales(1e6))).toBe(deduction * 100);
  });
});

describe("the sales that a tenor is measured by", () => {
  const runs = [1, 2, 3, 4, 5, 6];
  test.each([
    [30, 1],
    [90, 3],
    [120, 4],
    [179, 5],
    [180, 10],
    [365, 10],
  ])("%i days: %i", (tenorDays, naira) => {
    expect(salesDuring(tenorDays, sales(10, runs))).toBe(naira * 100);
  });
  test("never above what is assumed, and that without a history", () => {
    expect(salesDuring(90, sales(2.5, runs))).toBe(250);
    expect(salesDuring(30, sales(10))).toBe(1_000);
  });
});

test("a weak run of months raises the percentage, and shortens what is paid for", () => {
  const product = anyProduct();
  const weak = sales(1e6, [0, 0, 500_000]);
  // 90 days at half the sales: 36 days of the assumed ones, 1.7 × 36 / 30 percent.
  const price = priceOf(toKobo(200_000), product, weak);
  expect(price).toEqual({ interest: toKobo(4_080), interestPartsPerMillion: 20_400, expectedDays: 36 });
  // 204,080 in 72 days from 500,000 a month: 17.0067 percent.
  expect(deductionFor(toKobo(204_080), product, weak)).toBe(1_750);
  expect(deductionFor(toKobo(204_000), product, weak)).toBe(1_700);
  expect(deductionFor(toKobo(204_000.01), product, weak)).toBe(1_750);
});

test("without sales nothing is carried, and the price is for the whole tenor", () => {
  const product = anyProduct();
  expect(priceOf(toKobo(1_000), product, sales(0))).toMatchObject({
    expectedDays: 90,
    interestPartsPerMillion: 51_000,
  });
  expect(neededDeduction(toKobo(1_000), 90, sales(0))).toBe(Number.POSITIVE_INFINITY);
  expect(isCarried(toKobo(1_000), product, sales(0), 3_000)).toBe(false);
  expect(isCarried(toKobo(1_000), product, sales(1e6, [0, 0, 0]), 3_000)).toBe(false);
});

test("the lowest percentage is rounded up to half a percent", () => {
  expect(deductionFor(toKobo(1_000), anyProduct({ lowestDeductionBasisPoints: 601 }), sales(1e6))).toBe(650);
});

test("carried up to the highest percentage, and to what other loans leave", () => {
  // 100,000 and 4,080 in 72 days from 200,000 a month: 21.68 percent.
  const carried = (highestDeductionBasisPoints: number, room: number) =>
    isCarried(toKobo(100_000), anyProduct({ highestDeductionBasisPoints }), sales(200_000), room);
  expect([carried(2_200, 2_200), carried(2_199, 2_200), carried(2_200, 2_199)]).toEqual([true, false, false]);
});

/** What lenders ask: the demo lender by tier; nothing; one percentage for all; all that a lender may ask. */
const asked = fc.oneof(
  fc.constantFrom(...Object.values(demoTerms)),
  fc.constantFrom(
    { lowestDeductionBasisPoints: 600, highestDeductionBasisPoints: 2_500, rateBasisPoints: 0 },
    { lowestDeductionBasisPoints: 1_500, highestDeductionBasisPoints: 1_500, rateBasisPoints: 220 },
    { lowestDeductionBasisPoints: 50, highestDeductionBasisPoints: 10_000, rateBasisPoints: highestRate * 100 },
  ),
);

const cases = fc.record({
  terms: asked,
  tenorDays: fc.constantFrom(...tenors),
  principal: fc.integer({ min: 100_000, max: 10_000_000_000 }).map(kobo),
  /** Monthly sales, as a multiple of the principal: from too little to plenty. */
  sales: fc.double({ min: 0.05, max: 40, noNaN: true }),
  weakest: fc.option(fc.double({ min: 0.01, max: 1.2, noNaN: true })),
});
const given = ({
  terms,
  tenorDays,
  principal,
  ...of
}: typeof cases extends fc.Arbitrary<infer Case> ? Case : never) => {
  const assumedMonthlySales = kobo(Math.ceil(principal * of.sales));
  const weakest = of.weakest === null ? null : kobo(Math.ceil(assumedMonthlySales * of.weakest));
  const weakestRuns = weakest && Array.from({ length: 6 }, () => weakest);
  const product = anyProduct({ tenorDays, ...terms });
  const { lowestDeductionBasisPoints, rateBasisPoints } = product;
  return {
    principal,
    product,
    assumed: { assumedMonthlySales, weakestRuns },
    loan: {
      principal,
      tenorDays,
      lowest: lowestDeductionBasisPoints / 10_000,
      rate: rateBasisPoints / 10_000,
      monthlySales: assumedMonthlySales,
      weakestRuns,
    },
  };
};

describe("always", () => {
  test("what the definition asks, by an oracle that knows nothing of this code", () => {
    fc.assert(
      fc.property(cases, (drawn) => {
        const { principal, product, assumed, loan } = given(drawn);
        const price = priceOf(principal, product, assumed);
        // Half a kobo of rounding, and a double's error, which halving doubles a few times.
        const noise = (size: number) => 0.5 + 1e-6 + size * 1e-12;
        expect(Math.abs(price.interest - oracleInterest(loan))).toBeLessThanOrEqual(noise(price.interest));
        expect(Math.abs(price.expectedDays - oracleDays(loan))).toBeLessThanOrEqual(noise(730));
        const percent = (oracleInterest(loan) / principal) * 1e6;
        expect(Math.abs(price.interestPartsPerMillion - percent)).toBeLessThanOrEqual(noise(percent));
        const total = plus(principal, price.interest);
        expect(deductionFor(total, product, assumed) / 10_000).toBeCloseTo(oracleShare(loan, total), 9);
      }),
    );
  });

  test("a naira more never costs less, takes no smaller share, and raises the fee by no step", () => {
    fc.assert(
      fc.property(cases, (drawn) => {
        const { principal, product, assumed } = given(drawn);
        const [one, more] = [principal, plus(principal, toKobo(1))].map((amount) => {
          const { interest } = priceOf(kobo(amount), product, assumed);
          return { interest, percentage: deductionFor(kobo(amount + interest), product, assumed) };
        });
        if (!one || !more) throw new Error("Two prices were asked for.");
        // With i the rate for the whole tenor, interest grows by at most i × (2 + i) of what is lent more.
        const i = ((product.rateBasisPoints / 10_000) * product.tenorDays) / 30;
        expect(more.interest).toBeGreaterThanOrEqual(one.interest);
        expect(more.interest - one.interest).toBeLessThanOrEqual(100 * i * (2 + i) + 1);
        expect(more.percentage).toBeGreaterThanOrEqual(one.percentage);
      }),
    );
  });

  test("exact at the largest amounts of the wire", () => {
    const product = anyProduct({ tenorDays: 730, ...demoTerms.A });
    const price = priceOf(kobo(1e15), product, sales(1e13));
    // 30 × P / (5 % of S - 1.3 % of P) with P = S: 810.8 days, more than four fifths of the tenor, 584.
    expect(price).toEqual({ interest: 253_066_666_666_667, interestPartsPerMillion: 253_067, expectedDays: 584 });
  });

  test("the largest amount has a price at the highest rate a lender may ask", () => {
    const product = anyProduct({ tenorDays: 730, ...demoTerms.D, rateBasisPoints: highestRate * 100 });
    const { interest } = priceOf(toKobo(maxAmount), product, sales(1e3));
    // 30 % × 584 / 30.
    expect(plus(toKobo(maxAmount), interest)).toBe(6.84 * maxAmount * 100);
  });
});
