/** What a marketplace reports of a merchant's account with it. */
export const accountFlags = ["SUSPENDED", "REINSTATED", "FRAUD", "POLICY_VIOLATION"] as const;
export type AccountFlag = (typeof accountFlags)[number];

/** Repayment events, as webhook and as data event (interface document, Events, Inbound). */
export const repaymentEventTypes = ["repayment.deducted", "repayment.failed", "repayment.reversed"] as const;
