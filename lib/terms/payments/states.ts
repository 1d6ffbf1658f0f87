/**
 * Money that comes in otherwise than from a merchant's sales. DIRECT: debited as the merchant ordered. MANDATE: the
 * service debited what was overdue. RECOVERY: reached the lender some other way after a write-off; operators book it.
 */
export const paymentSources = ["DIRECT", "MANDATE", "RECOVERY"] as const;
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
