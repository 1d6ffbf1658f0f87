export const tenors = [30, 90, 120, 365, 730] as const;
export type Tenor = (typeof tenors)[number];

export const purposes = [
  "Inventory purchase",
  "Working capital",
  "Equipment purchase",
  "Business expansion",
  "Marketing & advertising",
  "Other",
] as const;
export type Purpose = (typeof purposes)[number];

/** Smallest funding request, in naira. */
export const minimumAmount = 1_000;

/** Days a request may wait for approval. */
export const timeframeDays = { min: 1, max: 30, default: 7 } as const;

export const fundingStatuses = ["PENDING", "FULFILLED", "REJECTED", "CANCELLED"] as const;
export type FundingStatus = (typeof fundingStatuses)[number];

/** Why a request was rejected, in the order the reconciler checks. */
export const failureReasons = [
  "KYC_REJECTED",
  "TIMEFRAME_EXPIRED",
  "NO_CREDIT_SCORE",
  "DEFAULTED_LOAN",
  "OVERDUE_LOAN",
  "RISK_TIER_BLOCKED",
  "SCORE_STALE",
  "ABOVE_LENDING_CAP",
  "ABOVE_OWNER_EXPOSURE",
  "ABOVE_REPAYMENT_CAPACITY",
  "NO_LENDER_AVAILABLE",
] as const;
export type FailureReason = (typeof failureReasons)[number];
