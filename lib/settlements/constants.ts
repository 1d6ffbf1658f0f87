/** Settlement events reported by marketplaces (docs/repayments.md#settlements). */
export const settlementEventTypes = ["settlement.created", "settlement.transferred"] as const;

/** Whether a settlement's deductions have been found: not yet; all of them; or not, and overdue (see its breaks). */
export const matchStatuses = ["PENDING", "MATCHED", "BROKEN"] as const;
