import { describe, expect, test } from "vitest";
import { stepOf, unavailability } from "./money-labels";

describe("why a time to pay back cannot be had", () => {
  const option = {
    tenorDays: 30,
    available: true,
    reason: null,
    maximum: 200_000,
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
    dueDate: "2026-12-21",
    forecast: null,
  } as const;
  const refused = { ...option, available: false, reason: "ABOVE_REPAYMENT_CAPACITY" } as const;

  test("it can, up to its maximum, also before the figures of the amount are there", () => {
    expect(unavailability(option, 100_000, 100_000)).toBeNull();
    expect(unavailability(option, 100_000, 200_000)).toBeNull();
    expect(unavailability(refused, 300_000, 150_000)).toBeNull();
  });
  test("too much for it", () => {
    expect(unavailability(option, 100_000, 200_001)).toBe("Too much. Ask for ₦200,000.00 or less.");
    expect(unavailability(refused, 300_000, 300_000)).toBe("Too much. Ask for ₦200,000.00 or less.");
  });
  test("how much is too much, once the figures are of that amount", () => {
    const over = { ...refused, excess: 100_000 } as const;
    const exact = "₦100,000.00 more than your sales carry in this time. Ask for ₦200,000.00 or less.";
    expect(unavailability(over, 300_000, 300_000)).toBe(exact);
    expect(unavailability(over, 300_000, 250_000)).toBe("Too much. Ask for ₦200,000.00 or less.");
  });
  test("not at any amount", () => {
    const none = { ...option, available: false, maximum: 0, reason: "NO_LENDER_AVAILABLE" } as const;
    expect(unavailability(none, 100_000, 100_000)).toBe("No lender offers this amount for this length of time.");
  });
});

test("a loan goes on at the step of its stage", () => {
  expect(stepOf("offer")).toBe("offer");
  expect(stepOf("mandate")).toBe("mandate");
  expect(["paying-out", "running", "ended"].map((stage) => stepOf(stage as "running"))).toEqual([
    "done",
    "done",
    "done",
  ]);
});
