import { greatest, type Kobo, least, minus, negated, plus, zero } from "@/lib/kernel/money";
import { type Portion, splitPaid } from "@/lib/terms/ledger/allocation";
import { type Account, accounts } from "@/lib/terms/ledger/constants";

/** The running totals, which alone determine a loan's balances. */
export type Figures = {
  principal: Kobo;
  interest: Kobo;
  portions: readonly Portion[];
  disbursed: boolean;
  /** Whether the principal is back with the lender, to be paid anew. */
  returned?: boolean;
  /** Deductions that repay the loan, less reversals and refunds. May exceed the debt, or be negative. */
  received: Kobo;
  /** The same for deductions made while there was no debt. */
  held: Kobo;
  /** `received` at the write-off, less what was reversed of it since; null if not written off. */
  receivedAtWriteOff: Kobo | null;
};

/** The figures of a loan whose row is locked, with the number of its last journal. */
export type Book = Figures & { loanId: string; journalNumber: number };

export type Balances = Record<Account, Kobo>;

/** The total to be repaid; zero before disbursement. */
export function totalDue({ disbursed, principal, interest }: Figures): Kobo {
  return disbursed ? plus(principal, interest) : zero;
}

/** The amount repaid, including recoveries. */
export function totalPaid(figures: Figures): Kobo {
  return clamp(figures.received, totalDue(figures));
}

/** Owed to the merchant: overpayments, and deductions made without a debt. */
export function overpaid(figures: Figures): Kobo {
  return plus(atLeastZero(minus(figures.received, totalDue(figures))), atLeastZero(figures.held));
}

/** Owed by the merchant in addition to the loan: refunds of money that was later reversed. */
export function refundReceivable({ received, held }: Figures): Kobo {
  return plus(atLeastZero(negated(received)), atLeastZero(negated(held)));
}

/** The outstanding amount by its parts. Zero once written off: it is a loss then. */
export function outstanding(figures: Figures): { principal: Kobo; interest: Kobo; total: Kobo } {
  if (!figures.disbursed || figures.receivedAtWriteOff !== null)
    return { principal: zero, interest: zero, total: zero };
  const repaid = splitPaid(totalPaid(figures), figures.portions);
  const principal = minus(figures.principal, repaid.principal);
  const interest = minus(figures.interest, repaid.interest);
  return { principal, interest, total: plus(principal, interest) };
}

export function writtenOff(figures: Figures): Kobo {
  return figures.receivedAtWriteOff === null ? zero : minus(totalDue(figures), totalPaid(figures));
}

/** What may still be paid: outstanding, or not recovered; nothing while the merchant lacks the principal. */
export function payable(figures: Figures): Kobo {
  if (figures.returned) return zero;
  return plus(outstanding(figures).total, writtenOff(figures));
}

export function recovered(figures: Figures): Kobo {
  const { receivedAtWriteOff } = figures;
  return receivedAtWriteOff === null ? zero : atLeastZero(minus(totalPaid(figures), paidAtWriteOff(figures)));
}

/** Debit positive. They add up to zero, and a journal is the difference of two, so it balances by construction. */
export function balancesOf(figures: Figures): Balances {
  const { disbursed, returned = false, principal, interest, received, held } = figures;
  const left = outstanding(figures);
  return {
    CASH: minus(plus(received, held), disbursed && !returned ? principal : zero),
    PRINCIPAL: left.principal,
    INTEREST: left.interest,
    INTEREST_INCOME: disbursed ? negated(interest) : zero,
    OVERPAYMENT: negated(overpaid(figures)),
    REFUND_RECEIVABLE: refundReceivable(figures),
    WRITE_OFF: plus(writtenOff(figures), recovered(figures)),
    RECOVERY: negated(recovered(figures)),
    UNDELIVERED: disbursed && returned ? negated(principal) : zero,
  };
}

export function entriesBetween(before: Figures, after: Figures): { account: Account; amount: Kobo }[] {
  const from = balancesOf(before);
  const to = balancesOf(after);
  return accounts
    .map((account) => ({ account, amount: minus(to[account], from[account]) }))
    .filter(({ amount }) => amount !== 0);
}

function paidAtWriteOff(figures: Figures): Kobo {
  return clamp(figures.receivedAtWriteOff ?? zero, totalDue(figures));
}

function clamp(value: Kobo, most: Kobo): Kobo {
  return least(atLeastZero(value), most);
}

function atLeastZero(value: Kobo): Kobo {
  return greatest(zero, value);
}
