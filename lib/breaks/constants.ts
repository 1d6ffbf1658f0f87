/**
 * What reports, settlements and the ledger may disagree about (docs/repayments.md#breaks). SHORTFALL is the silent one:
 * sales without a deduction.
 */
export const breakTypes = ["MISSING", "DUPLICATE", "AMOUNT", "WRONG_LOAN", "LATE", "SHORTFALL"] as const;
export type BreakType = (typeof breakTypes)[number];

/** Tells disagreements of one type apart; selects the message. */
export const breakTopics = [
  // Reports of repayments.
  "loan-balance",
  "held-reversal",
  "excess-reversal",
  // Sales without deductions.
  "sales",
  // Settlements.
  "figures",
  "created",
  "deductions",
  "total",
  "ledger",
  "other-merchant",
  "settled-twice",
  "late",
] as const;
export type BreakTopic = (typeof breakTopics)[number];

export const breakStatuses = ["OPEN", "RESOLVED"] as const;

/** How a break ended. ARRIVED and COVERED are set by the service; the others by a person. */
export const breakResolutions = ["ARRIVED", "COVERED", "CORRECTED", "EXPLAINED", "ACCEPTED"] as const;
export type BreakResolution = (typeof breakResolutions)[number];

/** The resolutions a person may choose. */
export const decidedResolutions = ["CORRECTED", "EXPLAINED", "ACCEPTED"] as const satisfies readonly BreakResolution[];
