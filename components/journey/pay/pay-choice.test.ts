import { describe, expect, test } from "vitest";
import type { PayoffQuote } from "@/lib/payments/schema";
import { amountError, payChoices } from "./pay-choice";

const quote: PayoffQuote = {
  loanId: "loan_1",
  asOf: "2026-07-15T12:00:00.000Z",
  validUntil: "2026-07-15T23:59:59.999Z",
  outstanding: 90_000,
  arrears: 0,
  nextInstallment: { number: 2, dueDate: "2026-08-01", amount: 30_000 },
  coolingOff: null,
  account: null,
  mandateStatus: "ACTIVE",
};

const offered = (over: Partial<PayoffQuote>) =>
  payChoices({ ...quote, ...over }).map(({ kind, amount }) => [kind, amount]);

describe("what can be paid", () => {
  test("the next instalment, everything, or an amount of one's own", () => {
    expect(offered({})).toEqual([
      ["instalment", 30_000],
      ["everything", 90_000],
      ["other", null],
    ]);
  });

  test("first what is overdue, if anything is", () => {
    expect(offered({ arrears: 12_000 })[0]).toEqual(["arrears", 12_000]);
  });

  test("an amount is offered once, under what it does most", () => {
    expect(offered({ outstanding: 30_000 })).toEqual([
      ["everything", 30_000],
      ["other", null],
    ]);
    expect(offered({ arrears: 30_000, outstanding: 30_000 })).toEqual([
      ["everything", 30_000],
      ["other", null],
    ]);
    expect(offered({ arrears: 30_000 })).toEqual([
      ["arrears", 30_000],
      ["everything", 90_000],
      ["other", null],
    ]);
  });
});

test.each([
  ["", /^Type an amount/],
  ["many", /^Type an amount/],
  ["0", /more than ₦0/],
  ["90,000.01", /at most ₦90,000/],
  ["90,000", null],
  ["0.01", null],
])("an amount of %j: %s", (typed, error) => {
  const found = amountError(typed, 90_000);
  if (error === null) expect(found).toBeNull();
  else expect(found).toMatch(error);
});
