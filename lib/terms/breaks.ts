/** docs/repayments.md#breaks. SHORTFALL is no longer raised: SHORT_DEDUCTION says how much is missing. */
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
  "SALE_CHANGED",
  "NO_SALES_TOLD",
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
export type BreakStatus = (typeof breakStatuses)[number];

/**
 * How a break ended. ARRIVED, COVERED (money came in), LOWERED (less is agreed than it said), WITHDRAWN (nothing is told
 * otherwise any more) and REPLACED (by breaks of another kind that say it better) are set by the service; the others by a
 * person.
 */
export const breakResolutions = [
  "ARRIVED",
  "COVERED",
  "LOWERED",
  "WITHDRAWN",
  "REPLACED",
  "CORRECTED",
  "EXPLAINED",
  "ACCEPTED",
  "REJECTED",
] as const;
export type BreakResolution = (typeof breakResolutions)[number];

export const closedResolutions = ["CORRECTED", "EXPLAINED", "ACCEPTED"] as const satisfies readonly BreakResolution[];

/** Of a SALE_CHANGED, what was told last counts (ACCEPTED) or does not (REJECTED). */
export const decidedResolutions = [...closedResolutions, "REJECTED"] as const;

/** Of these types only an operator decides: the lender got too little, or the merchant gave too much. */
export const operatorTypes: readonly BreakType[] = [
  "MISSING",
  "SHORTFALL",
  "SHORT_DEDUCTION",
  "OVER_DEDUCTION",
  "DUPLICATE_ORDER",
  "PAUSED_DEDUCTION",
  "EXCEEDS_SALE",
  "SALE_CHANGED",
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
export type AnswerReason = (typeof answerReasons)[number];
