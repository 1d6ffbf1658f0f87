/** What a marketplace reports about its settlements (docs/repayments.md#settlements). */
export const settlementEventTypes = ["settlement.created", "settlement.transferred"] as const;

/** Whether a settlement's deductions have been found: not yet, and they may still come; all there; or not (see its breaks). */
export const matchStatuses = ["PENDING", "MATCHED", "BROKEN"] as const;
export type MatchStatus = (typeof matchStatuses)[number];
