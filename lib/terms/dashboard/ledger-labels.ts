import type { Account, JournalType, MoneySource } from "@/lib/terms/ledger/constants";

// What staff read of the ledger.

export const journalLabels: Record<JournalType, string> = {
  DISBURSEMENT: "Paid out",
  INTEREST: "Interest",
  REPAYMENT: "Repayment",
  REVERSAL: "Reversal",
  LIABILITY: "Received without a debt",
  REFUND: "Refund",
  WRITE_OFF: "Write-off",
  RECOVERY: "Recovery",
  PAYMENT: "Payment",
  COOLING_OFF: "Interest waived",
  COOLING_OFF_UNDONE: "Interest owed again",
  PAYOUT_REVERSED: "Payout came back",
  PAID_AGAIN: "Paid out again",
  NEVER_PAID_OUT: "Ended, never paid out",
  REFUND_REVERSED: "Refund came back",
  DEBIT_REVERSED: "Payment taken back by the bank",
};

export const sourceLabels: Record<MoneySource, string> = {
  SALES: "from sales",
  DIRECT: "ordered by the merchant",
  MANDATE: "debited for arrears",
  RECOVERY: "after the write-off",
};

export const accountLabels: Record<Account, string> = {
  CASH: "Cash",
  PRINCIPAL: "Principal",
  INTEREST: "Interest",
  INTEREST_INCOME: "Interest income",
  OVERPAYMENT: "Overpayment",
  REFUND_RECEIVABLE: "Refund receivable",
  WRITE_OFF: "Write-off",
  RECOVERY: "Recovery",
  UNDELIVERED: "Principal to be paid anew",
};
