/** DIRECT: as the merchant ordered, or sent to the lender. MANDATE: what was overdue. RECOVERY: otherwise, after a write-off; by operators. */
export const paymentSources = ["DIRECT", "MANDATE", "RECOVERY"] as const;
export type PaymentSource = (typeof paymentSources)[number];

/**
 * ANNOUNCED: the merchant was told. PENDING: the bank is being asked. CANCELLED: given up before it was asked. REVERSED:
 * confirmed, and taken back by the bank afterwards.
 */
export const paymentStatuses = ["ANNOUNCED", "PENDING", "CONFIRMED", "FAILED", "CANCELLED", "REVERSED"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Why a bank refused a debit. */
export const debitFailures = ["INSUFFICIENT_FUNDS", "MANDATE_CANCELLED", "ACCOUNT_CLOSED", "REFUSED"] as const;
export type DebitFailure = (typeof debitFailures)[number];
