/**
 * What reports, settlements and the ledger may disagree about (docs/repayments.md#breaks). SHORTFALL is no longer
 * raised: SHORT_DEDUCTION says how much is missing.
 */
export const breakTypes = [
  "MISSING",
  "DUPLICATE",
  "AMOUNT",
  "WRONG_LOAN",
  "LATE",
  "SHORTFALL",
  "SHORT_DEDUCTION",
  "OVER_DEDUCTION",
  "DUPLICATE_ORDER",
  "PAUSED_DEDUCTION",
  "EXCEEDS_SALE",
] as const;
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

/** ANSWERED: the marketplace has explained it, and an operator decides. */
export const breakStatuses = ["OPEN", "ANSWERED", "RESOLVED"] as const;

/**
 * How a break ended. ARRIVED, COVERED and REPLACED (by breaks of another kind that say it better) are set by the
 * service; the others by a person.
 */
export const breakResolutions = ["ARRIVED", "COVERED", "REPLACED", "CORRECTED", "EXPLAINED", "ACCEPTED"] as const;
export type BreakResolution = (typeof breakResolutions)[number];

/** The resolutions a person may choose. */
export const decidedResolutions = ["CORRECTED", "EXPLAINED", "ACCEPTED"] as const satisfies readonly BreakResolution[];

/** Of these types only an operator decides: the lender got too little, or the merchant gave too much. */
export const operatorTypes: readonly BreakType[] = [
  "MISSING",
  "SHORTFALL",
  "SHORT_DEDUCTION",
  "OVER_DEDUCTION",
  "DUPLICATE_ORDER",
  "PAUSED_DEDUCTION",
  "EXCEEDS_SALE",
];

/**
 * What a marketplace may say about a break. ORDER_CANCELLED: or refunded. REPORTED_WRONGLY: the money was right.
 * DEDUCTED_WRONGLY: the money was wrong. SENT_SEPARATELY: it came another way. OTHER_CHARGES: something else was taken
 * off. MERCHANT_AGREED: so it was agreed with the merchant.
 */
export const answerReasons = [
  "ORDER_CANCELLED",
  "REPORTED_WRONGLY",
  "DEDUCTED_WRONGLY",
  "SENT_SEPARATELY",
  "OTHER_CHARGES",
  "MERCHANT_AGREED",
  "OTHER",
] as const;
