/** Assets and expenses grow by debits (positive), liabilities and income by credits. CASH is the lender's money. */
export const accounts = [
  "CASH",
  "PRINCIPAL",
  "INTEREST",
  "INTEREST_INCOME",
  /** Owed to the merchant: overpayments, and deductions made without a debt. */
  "OVERPAYMENT",
  /** Owed by the merchant: refunds of money that was later reversed. */
  "REFUND_RECEIVABLE",
  "WRITE_OFF",
  "RECOVERY",
  /** Owed to the merchant: the principal that came back to the lender and is to be paid anew. */
  "UNDELIVERED",
] as const;
export type Account = (typeof accounts)[number];

export const journalTypes = [
  "DISBURSEMENT",
  "INTEREST",
  "REPAYMENT",
  "REVERSAL",
  "LIABILITY",
  "REFUND",
  "WRITE_OFF",
  "RECOVERY",
  "PAYMENT",
  "COOLING_OFF",
  "COOLING_OFF_UNDONE",
  "PAYOUT_REVERSED",
  "PAID_AGAIN",
  "NEVER_PAID_OUT",
  "REFUND_REVERSED",
  "DEBIT_REVERSED",
] as const;
export type JournalType = (typeof journalTypes)[number];

/** SALES: deducted from sales. DIRECT, MANDATE: debited, as ordered or for arrears. RECOVERY: any after a write-off. */
export const moneySources = ["SALES", "DIRECT", "MANDATE", "RECOVERY"] as const;
export type MoneySource = (typeof moneySources)[number];

/**
 * What a reported repayment did to the ledger (docs/repayments.md#effects).
 * APPLIED: booked against the loan. LIABILITY: booked as owed to the merchant, there being no debt. HELD: a reversal
 * that waits for its deduction. EXCESS: a reversal beyond what is left of its deduction, not booked. DUPLICATE: the
 * same fact under another event id. NONE: nothing to book (a failed attempt).
 */
export const repaymentEffects = ["APPLIED", "LIABILITY", "HELD", "EXCESS", "DUPLICATE", "NONE"] as const;

export type RepaymentEffect = (typeof repaymentEffects)[number];

/** The effects of reports that are in the ledger. A booked reversal has the effect of its deduction. */
export const bookedEffects = ["APPLIED", "LIABILITY"] as const satisfies readonly RepaymentEffect[];

/**
 * What must hold of a loan's books beside their balances (docs/repayments.md#checking).
 * STATE_FITS_BALANCE: REPAID owes nothing, ACTIVE and DEFAULTED owe something. STATE_FITS_DISBURSEMENT: what runs or ran
 * was disbursed, what is offered or cancelled was not, or is not any more. WRITE_OFF_BOOKED: WRITTEN_OFF and a booked write-off go together.
 * JOURNALS_COMPLETE: numbered 1, 2, 3… up to the last. CHECKABLE: the check itself comes to an end.
 */
export const ledgerRules = [
  "STATE_FITS_BALANCE",
  "STATE_FITS_DISBURSEMENT",
  "WRITE_OFF_BOOKED",
  "JOURNALS_COMPLETE",
  "CHECKABLE",
] as const;
export type LedgerRule = (typeof ledgerRules)[number];

/** Repayment events, as webhook and as data event (docs/repayments.md#reports). */
export const repaymentEventTypes = ["repayment.deducted", "repayment.failed", "repayment.reversed"] as const;
