/** States of a loan as the outside sees them. An APPROVED loan is an offer the merchant has yet to accept. */
export const loanStatuses = ["APPROVED", "ACTIVE", "REPAID", "DEFAULTED", "WRITTEN_OFF", "CANCELLED"] as const;
export type LoanStatus = (typeof loanStatuses)[number];

/** States in which a loan takes up room under the merchant's lending cap. */
export const openLoanStatuses = ["APPROVED", "ACTIVE", "DEFAULTED"] as const satisfies readonly LoanStatus[];
