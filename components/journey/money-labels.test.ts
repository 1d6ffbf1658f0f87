import { describe, expect, test } from "vitest";
import { dateText } from "@/components/ui/date-text";
import { exampleOfSale, percentText, stepOf, tenorText, timeLeft, unavailability } from "./money-labels";

const now = "2026-11-21T12:00:00.000Z";

test.each([
  ["2026-12-21T12:00:00.000Z", "30 days left"],
  ["2026-12-21T11:59:59.000Z", "29 days left"],
  ["2026-11-22T12:00:00.000Z", "1 day left"],
  ["2026-11-22T11:00:00.000Z", "23 hours left"],
  ["2026-11-21T13:30:00.000Z", "1 hour left"],
  ["2026-11-21T12:59:00.000Z", "less than an hour left"],
  ["2026-11-21T12:00:00.000Z", "no time left"],
  ["2026-11-01T12:00:00.000Z", "no time left"],
])("until %s: %s", (until, words) => {
  expect(timeLeft(now, until)).toBe(words);
});

test("times, rates and dates in words", () => {
  expect([30, 120, 365, 730].map(tenorText)).toEqual(["30 days", "120 days", "1 year", "2 years"]);
  expect([2, 33.46, 0.5].map(percentText)).toEqual(["2%", "33.46%", "0.5%"]);
  expect(dateText("2027-02-03", "short")).toBe("3 Feb 2027");
});

describe("what is taken of a sale", () => {
  test("is the share", () => {
    expect(exampleOfSale({ deductionPercentage: 15, minimumDeduction: 100 }, "Demo Market")).toBe(
      "From a sale of ₦10,000.00, Demo Market takes ₦1,500.00 and you keep ₦8,500.00.",
    );
  });
  test("is the minimum when that is more, and never more than half the sale", () => {
    expect(exampleOfSale({ deductionPercentage: 15, minimumDeduction: 2_000 }, "M")).toContain("takes ₦2,000.00");
    expect(exampleOfSale({ deductionPercentage: 15, minimumDeduction: 20_000 }, "M")).toContain("takes ₦5,000.00");
  });
});

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
