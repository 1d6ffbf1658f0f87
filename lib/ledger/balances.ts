import { type Portion, splitPaid } from "./allocation";
import { type Account, accounts } from "./constants";

/** What a loan's balances follow from, in kobo. Its running totals say all there is to say; how they came about does not matter. */
export type Figures = {
  principal: number;
  interest: number;
  portions: readonly Portion[];
  disbursed: boolean;
  /** Deductions that pay the loan, less reversals and refunds of what was too much. May exceed the debt, or be below zero. */
  received: number;
  /** The same of deductions taken while there was no debt. */
  held: number;
  /** `received` when it was written off; null while it is not. */
  receivedAtWriteOff: number | null;
};

export type Balances = Record<Account, number>;

/** What was promised to come back, in kobo: nothing before the money is out. */
export function totalDue({ disbursed, principal, interest }: Figures): number {
  return disbursed ? principal + interest : 0;
}

/** What of it has come back, recoveries included, in kobo. */
export function totalPaid(figures: Figures): number {
  return clamp(figures.received, totalDue(figures));
}

/** What the merchant is owed: deducted beyond the debt, or where there was none. Kobo. */
export function overpaid(figures: Figures): number {
  return Math.max(0, figures.received - totalDue(figures)) + Math.max(0, figures.held);
}

/** What the merchant owes beside the loan: refunds of money that was reversed afterwards. Kobo. */
export function refundReceivable({ received, held }: Figures): number {
  return Math.max(0, -received) + Math.max(0, -held);
}

/** What is left to pay, by its parts, in kobo. Nothing once written off: it is a loss then. */
export function outstanding(figures: Figures): { principal: number; interest: number; total: number } {
  if (!figures.disbursed || figures.receivedAtWriteOff !== null) return { principal: 0, interest: 0, total: 0 };
  const repaid = splitPaid(totalPaid(figures), figures.portions);
  const principal = figures.principal - repaid.principal;
  const interest = figures.interest - repaid.interest;
  return { principal, interest, total: principal + interest };
}

/** What was given up and has not been recovered, in kobo. */
export function writtenOff(figures: Figures): number {
  return figures.receivedAtWriteOff === null ? 0 : totalDue(figures) - totalPaid(figures);
}

/** What came in after the write-off, in kobo. */
export function recovered(figures: Figures): number {
  const { receivedAtWriteOff } = figures;
  return receivedAtWriteOff === null ? 0 : Math.max(0, totalPaid(figures) - paidAtWriteOff(figures));
}

/**
 * The balance of every account, debit positive. They add up to zero whatever the figures are; a journal is the difference
 * between two of these, and so balances by construction.
 */
export function balancesOf(figures: Figures): Balances {
  const { disbursed, principal, interest, received, held } = figures;
  const left = outstanding(figures);
  return {
    CASH: received + held - (disbursed ? principal : 0),
    PRINCIPAL: left.principal,
    INTEREST: left.interest,
    INTEREST_INCOME: disbursed ? -interest : 0,
    OVERPAYMENT: -overpaid(figures),
    REFUND_RECEIVABLE: refundReceivable(figures),
    WRITE_OFF: writtenOff(figures) + recovered(figures),
    RECOVERY: -recovered(figures),
  };
}

/** The entries that lead from one set of figures to another, without those that are zero. */
export function entriesBetween(before: Figures, after: Figures): { account: Account; amount: number }[] {
  const from = balancesOf(before);
  const to = balancesOf(after);
  return accounts
    .map((account) => ({ account, amount: to[account] - from[account] }))
    .filter(({ amount }) => amount !== 0);
}

function paidAtWriteOff(figures: Figures): number {
  return clamp(figures.receivedAtWriteOff ?? 0, totalDue(figures));
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most);
}
