/** Settlement events (interface document, Events, Inbound). */
export const settlementEventTypes = ["settlement.created", "settlement.transferred"] as const;

/** Whether a settlement's deductions have been found: not looked for yet, all there, or not (see its breaks). */
export const matchStatuses = ["PENDING", "MATCHED", "BROKEN"] as const;
export type MatchStatus = (typeof matchStatuses)[number];

/**
 * For how many milliseconds after a settlement's last event, and after its period, a deduction of it may still be on its way: webhooks
 * come in any order, and some late.
 */
export const arrivalGrace = 86_400_000;
