import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/kernel/calendar";
import { kobo, toKobo, zero } from "@/lib/kernel/money";
import { demoTerms } from "@/lib/sandbox/seed/demo-lender";
import { tenors } from "@/lib/terms/funding/constants";
import { installmentDays, schedule } from "@/lib/terms/loans/schedule";
import { anyProduct } from "@/test/factories/lender-product";
import { fc } from "@/test/proof";
import { costOf, termsOf } from "./terms";

describe("schedule (docs/lending.md#schedule)", () => {
  test("30 days: weekly, the last on day 30", () => {
    expect(installmentDays(30)).toEqual([7, 14, 21, 30]);
  });
  test("90 and 120 days: monthly", () => {
    expect(installmentDays(90)).toEqual([30, 60, 90]);
    expect(installmentDays(120)).toEqual([30, 60, 90, 120]);
  });
  test("365 days: twelve instalments, the last on day 365", () => {
    const days = installmentDays(365);
    expect(days).toHaveLength(12);
    expect(days.slice(-2)).toEqual([330, 365]);
  });
  test("730 days: twenty-four instalments, the last on day 730", () => {
    const days = installmentDays(730);
    expect(days).toHaveLength(24);
    expect(days.slice(-2)).toEqual([690, 730]);
  });
  test("the remainder is in the last instalment", () => {
    expect(
      schedule({ principal: kobo(90_00), interest: kobo(10_00) }, 90, "2026-11-20").map((entry) => entry.amount),
    ).toEqual([33_33, 33_33, 33_34]);
  });
  test("dates cross months and leap years", () => {
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  });

  test("instalments always add up and never differ by more than the remainder", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100_000, max: 1e15 }).map(kobo),
        fc.nat(1e13).map(kobo),
        fc.constantFrom(...tenors),
        (principal, interest, tenor) => {
          const total = principal + interest;
          const rows = schedule({ principal, interest }, tenor, "2026-01-01");
          expect(rows.reduce((sum, row) => sum + row.interest, 0)).toBe(interest);
          expect(rows.every((row) => row.interest >= 0 && row.interest <= row.amount)).toBe(true);
          expect(rows.reduce((sum, row) => sum + row.amount, 0)).toBe(total);
          const [first] = rows;
          const last = rows.at(-1);
          expect((last?.amount ?? 0) - (first?.amount ?? 0)).toBeLessThan(rows.length);
          expect(last?.dueDate).toBe(addDays("2026-01-01", tenor));
        },
      ),
    );
  });
});

test("interest is for the expected days, rounded half-up to the kobo, and everything owed is in the schedule", () => {
  const product = anyProduct({ riskTier: "C", ...demoTerms.C });
  const sales = { assumedMonthlySales: toKobo(20_000), weakestRuns: null };
  const terms = termsOf(kobo(100_025), product, sales, "2026-11-20");
  // The least: 30 days at 2.2 percent of 1,000.25 naira, 22.0055. 8 percent of 20,000 a month repay it in 19.2 days.
  expect(terms).toMatchObject({ interest: 2_201, totalRepayment: 102_226, interestPartsPerMillion: 22_000 });
  expect(terms).toMatchObject({ expectedDays: 30, deductionBasisPoints: 800, assumedMonthlySales: 2_000_000 });
  expect(terms).toMatchObject({ startDate: "2026-11-20", dueDate: "2027-02-18", minimumDeduction: 50_000 });
  expect(terms.schedule.reduce((sum, row) => sum + row.amount, 0)).toBe(102_226);
});

test("both APRs, as percentages of a year", () => {
  const sales = { assumedMonthlySales: toKobo(200_000), weakestRuns: null };
  const terms = termsOf(toKobo(100_000), anyProduct(), sales, "2026-11-20");
  // Solved apart from this code: 1,466.67 on each of 70 days and the rest on day 71; three times 34,693.33.
  expect(terms).toMatchObject({ annualPercentageBasisPoints: 4_085, scheduledAnnualPercentageBasisPoints: 2_442 });
  expect(costOf(terms)).toEqual({
    interestRate: 4.08,
    annualPercentageRate: 40.85,
    scheduledAnnualPercentageRate: 24.42,
    expectedDays: 72,
  });
});

test("an amount beyond the product's highest percentage has that one, and without sales no expected APR", () => {
  const sales = { assumedMonthlySales: zero, weakestRuns: null };
  const terms = termsOf(toKobo(100_000), anyProduct(), sales, "2026-11-20");
  expect(terms).toMatchObject({ deductionBasisPoints: 2_500, annualPercentageBasisPoints: null, expectedDays: 90 });
});

test("of a loan from before they were kept the APRs are not known", () => {
  const unknown = { expectedDays: null, annualPercentageBasisPoints: null, scheduledAnnualPercentageBasisPoints: null };
  expect(costOf({ interestPartsPerMillion: 82_500, ...unknown })).toEqual({
    interestRate: 8.25,
    annualPercentageRate: null,
    scheduledAnnualPercentageRate: null,
    expectedDays: null,
  });
});
