import { describe, expect, test } from "vitest";
import { toKobo, zero } from "@/lib/kernel/money";
import { type FailureReason, failureReasons } from "@/lib/terms/funding/constants";
import type { DecidedBy } from "@/lib/terms/funding/decided-by-schema";
import { capReasons } from "@/lib/terms/scoring/constants";
import { refusalText } from "./refusal-text";

const decidedBy: DecidedBy = {
  tier: "B",
  cap: toKobo(800_000),
  committed: toKobo(300_000),
  committedByOthers: zero,
  assumedMonthlySales: toKobo(550_000.5),
  dataFrom: "2026-05-31T23:30:00.000Z",
  salesUntil: "2026-04",
  most: toKobo(500_000),
};

function wordsOf(reason: FailureReason, change: Partial<DecidedBy> | null = {}, rejectionReason: string | null = null) {
  return refusalText({
    reason,
    amountRequested: toKobo(900_000),
    tenorDays: 90,
    financingTimeframeDays: 7,
    decidedBy: change && { ...decidedBy, ...change },
    rejectionReason,
  });
}

test.each(failureReasons)("%s says what the policy is and what can be done, with figures and without", (reason) => {
  for (const { policy, remedy } of [wordsOf(reason), wordsOf(reason, null)]) {
    for (const words of [policy, remedy]) {
      expect(words).toMatch(/^[A-Z].{20,}[.]$/s);
      expect(words).not.toMatch(/undefined|null|NaN|Invalid|[A-Z]{2,}_/);
    }
  }
});

describe("in figures", () => {
  test("above the cap: the cap, what was taken of it, what was left, and what would have been lent", () => {
    expect(wordsOf("ABOVE_LENDING_CAP")).toEqual({
      policy:
        "In tier B the merchant may owe ₦800,000.00 in all. Its other offers and loans took ₦300,000.00 of that and left ₦500,000.00.",
      remedy: "Up to ₦500,000.00 over 90 days fitted its cap and its sales. Ask for that, or less, with a new request.",
    });
    expect(wordsOf("ABOVE_LENDING_CAP", { committed: zero }).policy).not.toContain("other offers");
    expect(wordsOf("ABOVE_LENDING_CAP", { committed: toKobo(900_000), most: zero })).toMatchObject({
      policy: expect.stringContaining("left ₦0.00"),
      remedy: "No amount fitted its cap and its sales over 90 days, however small.",
    });
  });

  test("a cap of nothing: why it is, and nobody is told to ask for less", () => {
    for (const capReason of capReasons) {
      const { policy, remedy } = wordsOf("ABOVE_LENDING_CAP", { cap: zero, capReason, committed: zero, most: zero });
      expect(policy).not.toContain("may owe");
      expect(remedy).not.toContain("Ask for less");
    }
    expect(wordsOf("ABOVE_LENDING_CAP", { capReason: null, committed: zero }).policy).toContain("may owe");
  });

  test("more than sales repay: the sales that were assumed", () => {
    expect(wordsOf("ABOVE_REPAYMENT_CAPACITY").policy).toContain("sales of ₦550,000.50 a month");
    expect(wordsOf("ABOVE_REPAYMENT_CAPACITY").policy).toContain("beside what it owes already");
    expect(wordsOf("ABOVE_REPAYMENT_CAPACITY", { committed: zero }).policy).not.toContain("owes already");
    expect(wordsOf("ABOVE_REPAYMENT_CAPACITY").remedy).toContain("A longer tenor carries more.");
  });

  test("data too old: when it was sent, in Lagos, and the newest month in it", () => {
    expect(wordsOf("SCORE_STALE").policy).toContain("sent on 1 June 2026 and tells of sales until April 2026.");
    expect(wordsOf("SCORE_STALE", { salesUntil: null }).policy).toContain("sent on 1 June 2026.");
  });

  test("no lender: nothing that would show what the service is not to tell", () => {
    const { policy, remedy } = wordsOf("NO_LENDER_AVAILABLE");
    expect(policy + remedy).not.toContain("₦");
  });
});

test("a rejected KYC is told with the reviewer's reason, where there is one", () => {
  expect(wordsOf("KYC_REJECTED", null, "Registration number unknown.").policy).toBe(
    "Nothing is lent to a merchant whose KYC was rejected. The reviewer's reason: Registration number unknown.",
  );
  expect(wordsOf("KYC_REJECTED", null).policy).toBe("Nothing is lent to a merchant whose KYC was rejected.");
});
