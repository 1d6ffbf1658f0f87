/**
 * Money that comes from a merchant's bank account rather than from its sales. DIRECT: the merchant ordered it. MANDATE:
 * the service debited what was overdue.
 */
export const paymentSources = ["DIRECT", "MANDATE"] as const;
export type PaymentSource = (typeof paymentSources)[number];

/**
 * ANNOUNCED: a debit that the merchant has been told of. PENDING: the bank is being asked. FAILED: the bank refused it.
 * CANCELLED: given up before the bank was asked.
 */
export const paymentStatuses = ["ANNOUNCED", "PENDING", "CONFIRMED", "FAILED", "CANCELLED"] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Why a bank refused a debit. */
export const debitFailures = ["INSUFFICIENT_FUNDS", "MANDATE_CANCELLED", "ACCOUNT_CLOSED", "REFUSED"] as const;
export type DebitFailure = (typeof debitFailures)[number];
