import type { FailureReason } from "@/lib/funding/constants";

/** Why requests are refused, in a few words; each request's page says more. */
export const refusalTitles: Record<FailureReason, string> = {
  KYC_REJECTED: "KYC was rejected",
  TIMEFRAME_EXPIRED: "Waited too long",
  NO_CREDIT_SCORE: "No credit score",
  DEFAULTED_LOAN: "A loan in default",
  OVERDUE_LOAN: "A loan overdue",
  RISK_TIER_BLOCKED: "Risk tier not financed",
  SCORE_STALE: "Sales data too old",
  ABOVE_LENDING_CAP: "Above the lending cap",
  ABOVE_OWNER_EXPOSURE: "Owner owes too much elsewhere",
  ABOVE_REPAYMENT_CAPACITY: "Above what sales can repay",
  NO_LENDER_AVAILABLE: "No lender for it",
};
