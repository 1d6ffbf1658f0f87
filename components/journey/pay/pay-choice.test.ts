import { describe, expect, test } from "vitest";
import type { PayoffQuote } from "@/lib/lending/transfers/payments/schema";
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

  test("less than what ends the loan without its fee, as long as that is possible", () => {
    const until = "2026-07-17T12:00:00.000Z";
    expect(offered({ coolingOff: { amount: 80_000, until } })).toEqual([
      ["instalment", 30_000],
      ["other", null],
    ]);
    expect(offered({ coolingOff: { amount: 30_000, until } })).toEqual([["other", null]]);
    const cooling = { ...quote, coolingOff: { amount: 80_000, until } };
    expect(amountError("79,999.99", cooling)).toBeNull();
    expect(amountError("80,000", cooling)).toMatch(/ends the loan without a fee/);
  });

  test("of several instalments that are overdue, the oldest is not the next one", () => {
    expect(payChoices({ ...quote, arrears: 60_000 }).map(({ label }) => label)).toContain("The oldest instalment");
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
  const found = amountError(typed, quote);
  if (error === null) expect(found).toBeNull();
  else expect(found).toMatch(error);
});
