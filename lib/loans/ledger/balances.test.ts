import { describe, expect, test } from "vitest";
import { type Kobo, kobo, minus, plus, zero } from "@/lib/kernel/money";
import { splitPaid } from "@/lib/terms/ledger/allocation";
import { type Account, accounts } from "@/lib/terms/ledger/constants";
import { schedule } from "@/lib/terms/loans/schedule";
import { fc } from "@/test/proof";
import {
  balancesOf,
  entriesBetween,
  type Figures,
  outstanding,
  overpaid,
  payable,
  recovered,
  refundReceivable,
  totalDue,
  totalPaid,
  writtenOff,
} from "./balances";
import { afterRefund } from "./refund";

/**
 * The largest principal drawn here, in kobo. Two standings lie at most thirteen principals apart (in CASH), which a double
 * still holds exactly; on real loans `plus` keeps the totals within what it holds.
 */
const largest = Math.floor(Number.MAX_SAFE_INTEGER / 13);

/** Any loan from a few kobo up, with any figures, valid or not. */
const terms = fc
  .record({
    principal: fc.oneof(fc.integer({ min: 200, max: 5_000 }), fc.integer({ min: 200, max: largest })),
    interestPercent: fc.integer({ min: 0, max: 100 }),
    tenorDays: fc.constantFrom(30, 60, 90, 180, 365),
  })
  .map(({ principal, interestPercent, tenorDays }) => {
    const loan = { principal: kobo(principal), interest: kobo(Math.floor(principal / 100) * interestPercent) };
    return { ...loan, portions: schedule(loan, tenorDays, "2026-01-01") };
  });
type Terms = { principal: Kobo; interest: Kobo; portions: Figures["portions"] };

function moneyOn({ principal, interest }: Terms) {
  const due = principal + interest;
  const amount = fc
    .oneof(
      fc.integer({ min: -due, max: due * 2 }),
      fc.constantFrom(-1, 0, 1, due - 1, due, due + 1, interest, interest + 1),
    )
    .map(kobo);
  return fc.record({
    disbursed: fc.boolean(),
    returned: fc.boolean(),
    received: amount,
    held: amount,
    receivedAtWriteOff: fc.option(amount, { nil: null }),
  });
}

const figures = terms.chain((loan) => moneyOn(loan).map((money): Figures => ({ ...loan, ...money })));
const twoFigures = terms.chain((loan) =>
  fc.tuple(moneyOn(loan), moneyOn(loan)).map(([one, other]): [Figures, Figures] => [
    { ...loan, ...one },
    { ...loan, ...other },
  ]),
);

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

describe("balances, whatever the figures are", () => {
  test("add up to zero", () => {
    fc.assert(
      fc.property(figures, (loan) => {
        expect(sum(Object.values(balancesOf(loan))) + 0).toBe(0);
      }),
    );
  });

  test("are never on the wrong side of an account", () => {
    const debit: Account[] = ["PRINCIPAL", "INTEREST", "REFUND_RECEIVABLE", "WRITE_OFF"];
    const credit: Account[] = ["INTEREST_INCOME", "OVERPAYMENT", "RECOVERY", "UNDELIVERED"];
    fc.assert(
      fc.property(figures, (loan) => {
        const balances = balancesOf(loan);
        for (const account of debit) expect(balances[account]).toBeGreaterThanOrEqual(0);
        for (const account of credit) expect(balances[account]).toBeLessThanOrEqual(0);
        const amounts = [totalDue, totalPaid, overpaid, refundReceivable, writtenOff, recovered].map((of) => of(loan));
        for (const amount of amounts) expect(amount).toBeGreaterThanOrEqual(0);
        expect(Object.values(balances).every(Number.isSafeInteger)).toBe(true);
      }),
    );
  });

  test("lead from any figures to any others by entries that balance, none of them zero", () => {
    fc.assert(
      fc.property(twoFigures, ([one, other]) => {
        const entries = entriesBetween(one, other);
        expect(sum(entries.map(({ amount }) => amount)) + 0).toBe(0);
        expect(entries.every(({ amount }) => amount !== 0)).toBe(true);
        expect(new Set(entries.map(({ account }) => account)).size).toBe(entries.length);
        const from = balancesOf(one);
        for (const { account, amount } of entries) from[account] = plus(from[account], amount);
        const to = balancesOf(other);
        expect(accounts.map((account) => from[account] + 0)).toEqual(accounts.map((account) => to[account] + 0));
        expect(entriesBetween(one, one)).toEqual([]);
      }),
    );
  });

  test("say of all that came in where it is: in the loan, owed to the merchant, or missing", () => {
    fc.assert(
      fc.property(figures, (loan) => {
        expect(totalPaid(loan) + overpaid(loan) - refundReceivable(loan)).toBe(loan.received + loan.held);
      }),
    );
  });
});

describe("outstanding", () => {
  test("is what is due less what is paid, in its two parts, and falls with every kobo", () => {
    fc.assert(
      fc.property(figures, fc.nat(1e6), (drawn, more) => {
        const loan = { ...drawn, disbursed: true, receivedAtWriteOff: null };
        const { principal, interest, total } = outstanding(loan);
        expect(principal + interest).toBe(total);
        expect(total).toBe(totalDue(loan) - totalPaid(loan));
        const repaid = splitPaid(totalPaid(loan), loan.portions);
        expect([principal, interest]).toEqual([loan.principal - repaid.principal, loan.interest - repaid.interest]);
        const later = outstanding({ ...loan, received: kobo(loan.received + more) });
        expect(later.principal).toBeLessThanOrEqual(principal);
        expect(later.interest).toBeLessThanOrEqual(interest);
      }),
    );
  });

  test("is nothing before the money is out, and once it is written off a loss", () => {
    fc.assert(
      fc.property(figures, (loan) => {
        expect(outstanding({ ...loan, disbursed: false }).total).toBe(0);
        const lost = { ...loan, disbursed: true, receivedAtWriteOff: loan.received };
        expect(outstanding(lost).total).toBe(0);
        expect(recovered(lost)).toBe(0);
        expect(writtenOff(lost)).toBe(totalDue(lost) - totalPaid(lost));
      }),
    );
  });

  test("of a written-off loan: what comes in is recovered up to the debt, and owed to the merchant beyond", () => {
    fc.assert(
      fc.property(figures, fc.nat(1e9), (drawn, more) => {
        const before = { ...drawn, held: zero, disbursed: true, receivedAtWriteOff: drawn.received };
        const after = { ...before, received: kobo(before.received + more) };
        const lost = writtenOff(before);
        const fromBelow = Math.max(0, -before.received);
        expect(recovered(after)).toBe(Math.min(lost, Math.max(0, more - fromBelow)));
        expect(writtenOff(after) + recovered(after)).toBe(lost);
        expect(overpaid(after) - overpaid(before)).toBe(Math.max(0, more - fromBelow - lost));
      }),
    );
  });
});

test("of a loan that is not written off nothing is given up, and nothing recovered", () => {
  fc.assert(
    fc.property(figures, (drawn) => {
      const loan = { ...drawn, receivedAtWriteOff: null };
      expect([writtenOff(loan), recovered(loan)]).toEqual([0, 0]);
    }),
  );
});

describe("a refund", () => {
  test("takes exactly its amount, and of what is owed nothing else", () => {
    fc.assert(
      fc.property(figures, fc.nat(1_000), (loan, thousandths) => {
        const owed = overpaid(loan);
        const amount = kobo(Math.floor((owed * thousandths) / 1_000));
        const after = { ...loan, ...afterRefund(loan, amount) };
        expect(after.received + after.held).toBe(loan.received + loan.held - amount);
        expect(overpaid(after)).toBe(owed - amount);
        expect(totalPaid(after)).toBe(totalPaid(loan));
        expect(refundReceivable(after)).toBe(refundReceivable(loan));
      }),
    );
  });

  test("and a reversal of what it gave back come to the same in either order", () => {
    fc.assert(
      fc.property(terms, fc.nat(1_000), (loan, thousandths) => {
        const due = plus(loan.principal, loan.interest);
        const excess = kobo(Math.floor((due * thousandths) / 1_000));
        const full: Figures = {
          ...loan,
          disbursed: true,
          received: plus(due, excess),
          held: zero,
          receivedAtWriteOff: null,
        };
        const reversed = { ...full, received: minus(full.received, excess) };
        const one = { ...reversed, ...afterRefund(reversed, excess) };
        const refunded = { ...full, ...afterRefund(full, excess) };
        expect(one).toEqual({ ...refunded, received: refunded.received - excess });
      }),
    );
  });
});

test("nothing can be paid while the principal is back with the lender; after a write-off, what is lost", () => {
  const loan = { principal: kobo(100), interest: kobo(10), portions: [{ amount: kobo(110), interest: kobo(10) }] };
  const figures = { ...loan, disbursed: true, received: kobo(30), held: kobo(0), receivedAtWriteOff: null };
  expect([figures, { ...figures, returned: true }].map(payable)).toEqual([80, 0]);
  expect(payable({ ...figures, receivedAtWriteOff: kobo(20) })).toBe(80);
  expect(balancesOf({ ...figures, returned: true })).toMatchObject({ CASH: 30, UNDELIVERED: -100, PRINCIPAL: 80 });
  expect(balancesOf(figures)).toMatchObject({ CASH: -70, UNDELIVERED: 0, PRINCIPAL: 80 });
});
