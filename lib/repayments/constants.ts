/**
 * What a reported repayment did to the ledger.
 * APPLIED: booked against the loan. LIABILITY: booked as owed to the merchant, there being no debt (decisions §7).
 * HELD: a reversal that waits for its deduction. EXCESS: a reversal beyond what is left of its deduction, not booked.
 * DUPLICATE: the same fact under another event id. NONE: nothing to book (a failed attempt).
 */
export const repaymentEffects = ["APPLIED", "LIABILITY", "HELD", "EXCESS", "DUPLICATE", "NONE"] as const;
export type RepaymentEffect = (typeof repaymentEffects)[number];

/** The effects of what is in the ledger. A booked reversal has the effect of its deduction. */
export const bookedEffects = ["APPLIED", "LIABILITY"] as const satisfies readonly RepaymentEffect[];
