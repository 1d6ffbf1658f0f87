import { describe, expect, test } from "vitest";
import type { FundingOptions } from "@/lib/lending/funding/schema";
import { fundingChoice, isPossible, proposedAmount, proposedTenor } from "./funding-choice";

type Option = FundingOptions["options"][number];

const option = (
  tenorDays: Option["tenorDays"],
  dueDate: string,
  likely: string | null,
  more: Partial<Option> = {},
) => ({
  tenorDays,
  available: true,
  reason: null,
  maximum: 400_000,
  fee: 0,
  totalRepayment: 0,
  interestRate: 0,
  annualPercentageRate: 0,
  scheduledAnnualPercentageRate: 0,
  expectedDays: 30,
  recommended: false,
  excess: null,
  deductionPercentage: 10,
  minimumDeduction: 100,
  dueDate,
  forecast: { early: null, likely, late: null },
  ...more,
});

const tooMuch = {
  available: false,
  reason: "ABOVE_REPAYMENT_CAPACITY",
  maximum: 50_000,
  excess: 150_000,
} as const;

const options: FundingOptions = {
  minimum: 1_000,
  maximum: 400_000,
  amount: 200_000,
  blocked: null,
  tooFewSales: false,
  capReason: null,
  assumedMonthlySales: 1_000_000,
  recommendedTenor: 120,
  options: [
    option(30, "2026-12-21", "2026-12-01", tooMuch),
    option(90, "2027-02-19", "2027-02-20"),
    option(120, "2027-03-21", "2027-02-25", { recommended: true }),
    option(365, "2027-11-21", "2027-03-20"),
  ],
};

describe("what is proposed", () => {
  test("half of what can be had, as a round amount", () => {
    expect(proposedAmount(options)).toBe(200_000);
    expect(proposedAmount({ ...options, maximum: 472_000 })).toBe(240_000);
    expect(proposedAmount({ ...options, maximum: 1_000 })).toBe(1_000);
  });
  test("the recommended time", () => {
    expect(proposedTenor(options)).toBe(120);
  });
  test("where none is recommended, the longest there is", () => {
    expect(proposedTenor({ ...options, recommendedTenor: null })).toBe(365);
    const none = [option(30, "2026-12-21", null, tooMuch)];
    expect(proposedTenor({ ...options, recommendedTenor: null, options: none })).toBeUndefined();
  });
});

test.each([
  [1_000, true],
  [400_000, true],
  [0, false],
  [999, false],
  [400_000.01, false],
  [Number.NaN, false],
])("whether %d is an amount that can be had: %j", (amount, possible) => {
  expect(isPossible(options, amount)).toBe(possible);
});

describe("what can be requested", () => {
  const choice = { amountRequested: 200_000, tenorDays: 120, purpose: "Working capital" } as const;
  const wrong = (given: object) => {
    const { error } = fundingChoice(options).safeParse({ ...choice, ...given });
    return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };

  test("what the options allow, to the kobo", () => {
    expect(wrong({})).toBeUndefined();
    expect(wrong({ amountRequested: 123_456.78 })).toBeUndefined();
  });
  test.each([
    [{ amountRequested: Number.NaN }, "amountRequested: Type an amount, like 250,000 or 250,000.50"],
    [{ amountRequested: 999.99 }, "amountRequested: Must be at least ₦1,000.00"],
    [{ amountRequested: 400_000.01 }, "amountRequested: Must be at most ₦400,000.00"],
    [{ tenorDays: 30 }, "tenorDays: ₦150,000.00 more than your sales carry in this time. Ask for ₦50,000.00 or less."],
    [{ purpose: "" }, "purpose: Choose what the money is for"],
  ])("%j is not", (given, issue) => {
    expect(wrong(given)).toEqual([issue]);
  });
});
