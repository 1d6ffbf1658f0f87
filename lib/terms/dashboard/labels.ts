import type { AnswerReason, BreakResolution, BreakStatus, BreakType } from "@/lib/terms/breaks";
import type { ConnectionStatus } from "@/lib/terms/connections";
import type { FailureReason, FundingStatus } from "@/lib/terms/funding/constants";
import type { PublicKycStatus } from "@/lib/terms/kyc/states";
import type { Label, Labels } from "@/lib/terms/label";
import type { LoanStatus, MandateStatus } from "@/lib/terms/loans/states";
import type { DeliveryStatus } from "@/lib/terms/outbound-webhooks";
import type { RemittanceState } from "@/lib/terms/remittances";
import type { RiskTier } from "@/lib/terms/scoring/constants";
import type { MatchStatus } from "@/lib/terms/settlements";

// What staff of marketplaces read for each state, in the order in which a filter offers them.

export const connectionLabels: Labels<ConnectionStatus> = {
  PENDING: { label: "No data yet", tone: "neutral" },
  ACTIVE: { label: "Active", tone: "good" },
  SUSPENDED: { label: "Suspended", tone: "warning" },
  DISCONNECTED: { label: "Disconnected", tone: "bad" },
};

export const kycLabels: Labels<PublicKycStatus> = {
  PENDING: { label: "Not submitted", tone: "neutral" },
  SUBMITTED: { label: "In review", tone: "busy" },
  APPROVED: { label: "Approved", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  REQUIRES_UPDATE: { label: "Update needed", tone: "warning" },
};

export const tierLabels: Labels<RiskTier> = {
  A: { label: "A", tone: "good" },
  B: { label: "B", tone: "good" },
  C: { label: "C", tone: "warning" },
  D: { label: "D", tone: "warning" },
  E: { label: "E", tone: "bad" },
};

export const loanLabels: Labels<LoanStatus> = {
  APPROVED: { label: "Offer", tone: "busy" },
  ACTIVE: { label: "Active", tone: "good" },
  REPAID: { label: "Repaid", tone: "neutral" },
  DEFAULTED: { label: "Defaulted", tone: "bad" },
  WRITTEN_OFF: { label: "Written off", tone: "bad" },
  CANCELLED: { label: "Cancelled", tone: "neutral" },
};

export const mandateLabels: Record<MandateStatus, string> = {
  PENDING: "Waiting for the bank",
  ACTIVE: "Active",
  CANCELLED: "Cancelled",
};

export function arrearsLabel({ daysPastDue, paused }: { daysPastDue: number; paused: boolean }): Label | null {
  if (paused) return { label: "Paused", tone: "neutral" };
  if (daysPastDue === 0) return null;
  const label = `${daysPastDue} ${daysPastDue === 1 ? "day" : "days"} past due`;
  return { label, tone: daysPastDue > 30 ? "bad" : "warning" };
}

/** How much of a loan is repaid, in percent: cut, not rounded, so that only what is all repaid is 100%. */
export function repaidShare(percent: number): string {
  // A share such as 8.2 may come as a little less.
  const tenths = Math.floor(percent * 10 + 1e-9) / 10;
  return `${tenths.toLocaleString("en-GB", { maximumFractionDigits: 1 })}%`;
}

export const remittanceLabels: Labels<RemittanceState> = {
  DUE: { label: "To be sent", tone: "neutral" },
  RECEIVED: { label: "Received", tone: "good" },
  RECEIVED_LESS: { label: "Received less", tone: "bad" },
  NOT_RECEIVED: { label: "Not received", tone: "bad" },
};

export const fundingLabels: Labels<FundingStatus> = {
  PENDING: { label: "Being decided", tone: "busy" },
  FULFILLED: { label: "Offer made", tone: "good" },
  REJECTED: { label: "Rejected", tone: "bad" },
  CANCELLED: { label: "Cancelled", tone: "neutral" },
};

export const failurePhrases: Record<FailureReason, string> = {
  KYC_REJECTED: "KYC rejected",
  TIMEFRAME_EXPIRED: "not approved in time",
  NO_CREDIT_SCORE: "no sales data",
  DEFAULTED_LOAN: "loan in default",
  OVERDUE_LOAN: "loan past due",
  RISK_TIER_BLOCKED: "tier E",
  SCORE_STALE: "sales data too old",
  ABOVE_LENDING_CAP: "above the cap",
  ABOVE_OWNER_EXPOSURE: "above the directors' cap",
  ABOVE_REPAYMENT_CAPACITY: "more than sales repay",
  NO_LENDER_AVAILABLE: "no lender",
};

export function capitalized(phrase: string): string {
  return phrase.replace(/^[a-z]/, (first) => first.toUpperCase());
}

export function fundingLabel(status: FundingStatus, reason: FailureReason | null): Label {
  const { label, tone } = fundingLabels[status];
  return { label: reason ? `${label}: ${failurePhrases[reason]}` : label, tone };
}

export const matchLabels: Labels<MatchStatus> = {
  PENDING: { label: "Waiting", tone: "busy" },
  MATCHED: { label: "Matched", tone: "good" },
  BROKEN: { label: "Broken", tone: "bad" },
};

export const breakLabels: Labels<BreakStatus> = {
  OPEN: { label: "Open", tone: "warning" },
  ANSWERED: { label: "Answered", tone: "busy" },
  RESOLVED: { label: "Resolved", tone: "good" },
};

/** What is wrong, in two or three words; the break's message says the rest. */
export const breakTypeLabels: Record<BreakType, string> = {
  MISSING: "Report missing",
  DUPLICATE: "Reported twice",
  AMOUNT: "Amounts differ",
  WRONG_LOAN: "Wrong loan or merchant",
  LATE: "Reported late",
  SHORTFALL: "Sales without deductions",
  SHORT_DEDUCTION: "Too little deducted",
  OVER_DEDUCTION: "Too much deducted",
  DUPLICATE_ORDER: "Order deducted twice",
  PAUSED_DEDUCTION: "Deducted while paused",
  EXCEEDS_SALE: "More than the sale",
  SALE_CHANGED: "Sale told of differently",
  NO_SALES_TOLD: "No sales told of",
};

export const answerReasonLabels: Record<AnswerReason, string> = {
  ORDER_CANCELLED: "The order was cancelled or refunded",
  REPORTED_WRONGLY: "The report was wrong, the money right",
  DEDUCTED_WRONGLY: "The money was wrong",
  SENT_SEPARATELY: "The money came another way",
  OTHER_CHARGES: "Something else was taken off",
  MERCHANT_AGREED: "It was agreed with the merchant",
  OTHER: "Something else",
};

export const resolutionLabels: Record<BreakResolution, string> = {
  ARRIVED: "What was missing came",
  COVERED: "Made up for later",
  LOWERED: "Less is agreed now",
  WITHDRAWN: "Told as before again",
  REPLACED: "Replaced by a clearer break",
  CORRECTED: "Corrected",
  EXPLAINED: "Explained",
  ACCEPTED: "Accepted",
  REJECTED: "Rejected: what was told first counts",
};

export const deliveryLabels: Labels<DeliveryStatus> = {
  PENDING: { label: "Waiting", tone: "busy" },
  DELIVERED: { label: "Delivered", tone: "good" },
  FAILED: { label: "Failed", tone: "bad" },
  NOT_SENT: { label: "Not sent", tone: "neutral" },
};

export function deliveryLabel(delivery: { status: DeliveryStatus; attempts: number }): Label & { more: string } {
  const { status, attempts } = delivery;
  if (status !== "PENDING" || attempts === 0) return { ...deliveryLabels[status], more: "" };
  return { label: "Retrying", tone: "warning", more: `, ${attempts} of 5 failed` };
}

export function answerText({ responseStatus, error }: { responseStatus: number | null; error: string | null }): string {
  const status = responseStatus === null ? null : `HTTP ${responseStatus}`;
  return [status, error].filter((part) => part !== null).join(", ") || "No answer";
}
