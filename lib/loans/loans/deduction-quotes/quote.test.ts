import { describe, expect, test } from "vitest";
import { greatest, kobo, least, zero } from "@/lib/kernel/money";
import { splitPaid } from "@/lib/terms/ledger/allocation";
import { schedule } from "@/lib/terms/loans/schedule";
import { isDeducted, loanStates } from "@/lib/terms/loans/states";
import { fc } from "@/test/proof";
import { type Proposal, type QuotedLoan, quote } from "./quote";

/** A loan of 1,000 naira with 90 of interest, 10 percent of each sale and at least 20 naira; kobo. */
type Change = { received?: number; principal?: number; interest?: number; minimumDeduction?: number } & Partial<
  Pick<QuotedLoan, "deducted" | "paused" | "deductionBasisPoints">
>;

function loanWith({ received = 0, minimumDeduction = 2_000, ...change }: Change = {}) {
  const { principal = 100_000, interest = 9_000, ...more } = change;
  const lent = { principal: kobo(principal), interest: kobo(interest) };
  const loan: QuotedLoan = {
    book: {
      loanId: "loan_1",
      journalNumber: 1,
      portions: schedule(lent, 90, "2026-01-01"),
      disbursed: true,
      ...lent,
      received: kobo(received),
      held: zero,
      receivedAtWriteOff: null,
    },
    deducted: true,
    paused: false,
    deductionBasisPoints: 1_000,
    minimumDeduction: kobo(minimumDeduction),
    ...more,
  };
  return loan;
}

const proposal = (sale: number, proposed: number, currency = "NGN", taken = 0): Proposal => ({
  sale: kobo(sale),
  taken: kobo(taken),
  proposed: kobo(proposed),
  currency,
});

describe("the first reason that holds, in the order of the document", () => {
  const everythingWrong = proposal(50_000, 999_999, "USD");
  test.each([
    ["LOAN_NOT_FOUND", undefined, everythingWrong, 0],
    ["CURRENCY_MISMATCH", loanWith({ deducted: false, paused: true }), everythingWrong, 0],
    ["LOAN_NOT_ACTIVE", loanWith({ deducted: false, paused: true }), proposal(50_000, 999_999), 0],
    ["COLLECTION_PAUSED", loanWith({ paused: true }), proposal(50_000, 999_999), 0],
    ["EXCEEDS_BALANCE", loanWith(), proposal(50_000, 109_001), 5_000],
    ["EXCEEDS_PERCENTAGE", loanWith(), proposal(50_000, 5_001), 5_000],
    ["BELOW_MINIMUM", loanWith(), proposal(50_000, 1_999), 5_000],
    ["OK", loanWith(), proposal(50_000, 5_000), 5_000],
    ["OK", loanWith(), proposal(50_000, 2_000), 5_000],
  ] as const)("%s", (reasonCode, loan, asked, allowed) => {
    expect(quote(loan, asked)).toMatchObject({ reasonCode, allowed });
  });

  test("an unknown loan is not found", () => {
    const allocation = { interest: 0, principal: 0 };
    expect(quote(undefined, proposal(50_000, 5_000))).toEqual({
      reasonCode: "LOAN_NOT_FOUND",
      allowed: 0,
      outstandingAfter: null,
      allocation,
    });
  });

  test.each(loanStates)("a loan that is %s", (state) => {
    for (const recoversFromSales of [true, false]) {
      const deducted = isDeducted({ status: state, recoversFromSales });
      const goesOn = state === "WRITTEN_OFF" && recoversFromSales;
      expect(deducted).toBe(state === "ACTIVE" || state === "DEFAULTED" || goesOn);
      const { reasonCode } = quote(loanWith({ deducted }), proposal(50_000, 5_000));
      expect(reasonCode).toBe(deducted ? "OK" : "LOAN_NOT_ACTIVE");
    }
  });
});

describe("the allowed amount", () => {
  test("is the percentage of the sale, cut off to the kobo", () => {
    expect(quote(loanWith(), proposal(20_009, 2_000)).allowed).toBe(2_000);
    expect(quote(loanWith(), proposal(20_019, 2_002))).toMatchObject({
      allowed: 2_001,
      reasonCode: "EXCEEDS_PERCENTAGE",
    });
    expect(quote(loanWith(), proposal(999_999_999_999_999, 1)).allowed).toBe(109_000);
  });
  test("is the minimum where the percentage is less", () => {
    expect(quote(loanWith(), proposal(10_000, 2_000))).toMatchObject({ allowed: 2_000, reasonCode: "OK" });
  });
  test("is never more than half the sale, and the minimum does not bind a sale of which half is less", () => {
    expect(quote(loanWith(), proposal(1_501, 750))).toMatchObject({ allowed: 750, reasonCode: "OK" });
    expect(quote(loanWith(), proposal(1_501, 1))).toMatchObject({ allowed: 750, reasonCode: "OK" });
    expect(quote(loanWith(), proposal(1_501, 751)).reasonCode).toBe("EXCEEDS_PERCENTAGE");
    const greedy = loanWith({ deductionBasisPoints: 9_000 });
    expect(quote(greedy, proposal(50_000, 25_000))).toMatchObject({ allowed: 25_000, reasonCode: "OK" });
    expect(quote(greedy, proposal(50_000, 25_001)).reasonCode).toBe("EXCEEDS_PERCENTAGE");
  });
  test("is never more than what other loans left of half the sale", () => {
    const beside = (taken: number, proposed: number) => quote(loanWith(), proposal(50_000, proposed, "NGN", taken));
    expect(beside(20_000, 5_000)).toMatchObject({ allowed: 5_000, reasonCode: "OK" });
    expect(beside(22_000, 5_000)).toMatchObject({ allowed: 3_000, reasonCode: "EXCEEDS_PERCENTAGE" });
    expect(beside(22_000, 1_999)).toMatchObject({ allowed: 3_000, reasonCode: "BELOW_MINIMUM" });
    expect(beside(23_001, 1)).toMatchObject({ allowed: 1_999, reasonCode: "OK" });
    expect(beside(25_000, 0)).toMatchObject({ allowed: 0, reasonCode: "OK" });
    expect(beside(60_000, 1)).toMatchObject({ allowed: 0, reasonCode: "EXCEEDS_PERCENTAGE" });
  });
  test("is never more than what is left, and the minimum does not bind the last of it", () => {
    const last = loanWith({ received: 109_000 - 700 });
    expect(quote(last, proposal(50_000, 700))).toMatchObject({ allowed: 700, reasonCode: "OK", outstandingAfter: 0 });
    expect(quote(last, proposal(50_000, 300))).toMatchObject({ allowed: 700, reasonCode: "OK", outstandingAfter: 400 });
    expect(quote(last, proposal(50_000, 701))).toMatchObject({ allowed: 700, reasonCode: "EXCEEDS_BALANCE" });
  });
  test("is the minimum exactly at the edge of applying", () => {
    const left = loanWith({ received: 109_000 - 2_000 });
    expect(quote(left, proposal(4_000, 1_999)).reasonCode).toBe("BELOW_MINIMUM");
    expect(quote(left, proposal(3_999, 1_998)).reasonCode).toBe("OK");
  });
});

test("what would be paid of it: the oldest installment's interest first", () => {
  const { outstandingAfter, allocation } = quote(loanWith(), proposal(50_000, 5_000));
  expect({ outstandingAfter, allocation }).toEqual({
    outstandingAfter: 104_000,
    allocation: { interest: 3_000, principal: 2_000 },
  });
  // Rejected: shows the effect of the allowed amount.
  expect(quote(loanWith(), proposal(50_000, 6_000))).toMatchObject({ outstandingAfter: 104_000 });
});

test("a refund that is receivable is paid before the loan", () => {
  const owing = loanWith({ received: -1_000 });
  expect(quote(owing, proposal(50_000, 5_000))).toMatchObject({
    outstandingAfter: 105_000,
    allocation: { interest: 3_000, principal: 1_000 },
  });
});

describe("whatever the loan and the sale", () => {
  const anyLoan = fc
    .record({
      principal: fc.integer({ min: 1, max: 1e12 }),
      interest: fc.nat(1e11),
      paidShare: fc.double({ min: -0.1, max: 1.2, noNaN: true }),
      deductionBasisPoints: fc.integer({ min: 1, max: 10_000 }),
      minimumDeduction: fc.nat(1e7),
    })
    .map(({ paidShare, ...rest }) =>
      loanWith({ ...rest, received: Math.round(paidShare * (rest.principal + rest.interest)) }),
    );
  const sale = fc.oneof(fc.nat(1e6), fc.nat({ max: 1e15 }));

  test("it never allows more than is owed, nor more than is left of half the sale", () => {
    fc.assert(
      fc.property(anyLoan, sale, sale, fc.nat(1e6), (loan, amount, proposed, taken) => {
        const asked = proposal(amount, proposed, "NGN", taken);
        const { allowed, reasonCode, outstandingAfter, allocation } = quote(loan, asked);
        const paid = splitPaid(least(greatest(zero, loan.book.received), kobo(2e15)), loan.book.portions);
        const left = loan.book.principal + loan.book.interest - paid.interest - paid.principal;
        expect(allowed).toBeLessThanOrEqual(Math.min(Math.max(0, amount / 2 - taken), left));
        expect(allowed).toBeGreaterThanOrEqual(0);
        if (reasonCode === "OK") expect(proposed).toBeLessThanOrEqual(allowed);
        expect(outstandingAfter).toBeGreaterThanOrEqual(0);
        expect(left - (outstandingAfter ?? 0)).toBe(allocation.interest + allocation.principal);
      }),
    );
  });

  test("what it allows is valid", () => {
    fc.assert(
      fc.property(anyLoan, sale, fc.nat(1e6), (loan, amount, taken) => {
        const { allowed } = quote(loan, proposal(amount, 0, "NGN", taken));
        expect(quote(loan, proposal(amount, allowed, "NGN", taken)).reasonCode).toBe("OK");
      }),
    );
  });

  test("what is taken beside it never allows more", () => {
    fc.assert(
      fc.property(anyLoan, sale, fc.nat(1e6), fc.nat(1e6), (loan, amount, taken, more) => {
        expect(quote(loan, proposal(amount, 0, "NGN", taken + more)).allowed).toBeLessThanOrEqual(
          quote(loan, proposal(amount, 0, "NGN", taken)).allowed,
        );
      }),
    );
  });

  test("a larger sale never allows less", () => {
    fc.assert(
      fc.property(anyLoan, sale, fc.nat(1e9), (loan, amount, more) => {
        expect(quote(loan, proposal(amount + more, 0)).allowed).toBeGreaterThanOrEqual(
          quote(loan, proposal(amount, 0)).allowed,
        );
      }),
    );
  });
});
