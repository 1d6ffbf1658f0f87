import { describe, expect, test } from "vitest";
import { dateText } from "@/components/ui/date-text";
import { agreedText, exampleOfSale, percentText, tenorText, timeLeft } from "./loan-text";

const now = "2026-11-21T12:00:00.000Z";

test.each([
  ["2026-12-21T12:00:00.000Z", "30 days left"],
  ["2026-12-21T11:59:59.000Z", "30 days left"],
  ["2026-12-20T12:00:00.000Z", "29 days left"],
  ["2026-11-22T12:00:00.001Z", "2 days left"],
  ["2026-11-22T12:00:00.000Z", "1 day left"],
  ["2026-11-22T11:30:00.000Z", "1 day left"],
  ["2026-11-22T11:00:00.000Z", "23 hours left"],
  ["2026-11-21T13:30:00.000Z", "2 hours left"],
  ["2026-11-21T13:00:00.000Z", "1 hour left"],
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

test("what was agreed of a loan whose terms have changed", () => {
  const cost = { annualPercentageRate: 70.5, scheduledAnnualPercentageRate: 52.84, expectedDays: 30, tenorDays: 90 };
  const agreed = { ...cost, deductionPercentage: 13, dueDate: "2026-05-31" };
  const said = "What was agreed at first: 13% of each sale until 31 May 2026";
  expect(agreedText(agreed)).toBe(`${said}, at an estimated APR of 70.5%.`);
  expect(agreedText({ ...agreed, annualPercentageRate: null })).toBe(`${said}.`);
});
