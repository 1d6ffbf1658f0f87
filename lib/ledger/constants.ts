/**
 * Accounts of a loan's ledger. Assets and expenses grow by debits (positive), liabilities and income by credits (negative).
 * CASH is the lender's money: out with the disbursement, back with the deductions.
 */
export const accounts = [
  "CASH",
  "PRINCIPAL",
  "INTEREST",
  "INTEREST_INCOME",
  /** Owed to the merchant: deducted beyond the debt, or where there was none. */
  "OVERPAYMENT",
  /** Owed by the merchant: a refund of money that was reversed afterwards. */
  "REFUND_RECEIVABLE",
  "WRITE_OFF",
  "RECOVERY",
] as const;
export type Account = (typeof accounts)[number];

/** What a journal books. */
export const journalTypes = [
  "DISBURSEMENT",
  "INTEREST",
  "REPAYMENT",
  "REVERSAL",
  "LIABILITY",
  "REFUND",
  "WRITE_OFF",
  "RECOVERY",
] as const;
export type JournalType = (typeof journalTypes)[number];
