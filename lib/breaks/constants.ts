/**
 * Kinds of disagreement between what a marketplace reports, what it settles, and the ledger (docs/repayments.md#breaks);
 * SHORTFALL is the silent one: sales, and no deduction after them.
 */
export const breakTypes = ["MISSING", "DUPLICATE", "AMOUNT", "WRONG_LOAN", "LATE", "SHORTFALL"] as const;
export type BreakType = (typeof breakTypes)[number];

/** Which disagreement of its type a break is: what its words are chosen by. */
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

/** How a break ended. ARRIVED and COVERED are the service's own findings; the others are somebody's. */
export const breakResolutions = ["ARRIVED", "COVERED", "CORRECTED", "EXPLAINED", "ACCEPTED"] as const;
export type BreakResolution = (typeof breakResolutions)[number];

/** What a person may give as the end of a break. */
export const decidedResolutions = ["CORRECTED", "EXPLAINED", "ACCEPTED"] as const satisfies readonly BreakResolution[];
