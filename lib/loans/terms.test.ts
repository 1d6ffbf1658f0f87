import { describe, expect, test } from "vitest";
import { addDays } from "@/lib/calendar";
import { tenors } from "@/lib/funding/constants";
import { kobo, zero } from "@/lib/money";
import { fc } from "@/test/proof";
import { installmentDays, schedule } from "./schedule";
import { termsOf, yearlyRateOf } from "./terms";

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

test.each([
  [900, 90, 36.5],
  [100, 730, 0.5],
  // 10.12875 and 10.0375
  [333, 120, 10.13],
  [330, 120, 10.04],
])("%i basis points in %i days are %d percent a year", (interestBasisPoints, tenorDays, percent) => {
  expect(yearlyRateOf({ interestBasisPoints, tenorDays })).toBe(percent);
});

test("interest is flat for the tenor, rounded half-up to the kobo, and everything owed is in the schedule", () => {
  const offer = {
    lenderId: "lnd_1",
    name: "Demo Lender",
    riskTier: "C" as const,
    tenorDays: 90,
    interestBasisPoints: 1_250,
    minimumPrincipal: zero,
    maximumPrincipal: kobo(1e12),
    minimumDeduction: kobo(500_00),
    defaultAfterDays: 90,
  };
  const terms = termsOf(kobo(100_004), offer, "C", "2026-11-20");
  // 12.5 % of 1,000.04 naira is 125.005 naira.
  expect(terms).toMatchObject({ interest: 12_501, totalRepayment: 112_505, deductionBasisPoints: 1_500 });
  expect(terms).toMatchObject({ startDate: "2026-11-20", dueDate: "2027-02-18" });
  expect(terms.schedule.reduce((sum, row) => sum + row.amount, 0)).toBe(112_505);
});
