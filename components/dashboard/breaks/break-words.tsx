import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import type { answerReasons, BreakResolution, BreakType, breakStatuses } from "@/lib/terms/breaks";

/** What is wrong, in two or three words; the break's message says the rest. */
export const breakTypeWords: Record<BreakType, string> = {
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

export const answerReasonWords: Record<(typeof answerReasons)[number], string> = {
  ORDER_CANCELLED: "The order was cancelled or refunded",
  REPORTED_WRONGLY: "The report was wrong, the money right",
  DEDUCTED_WRONGLY: "The money was wrong",
  SENT_SEPARATELY: "The money came another way",
  OTHER_CHARGES: "Something else was taken off",
  MERCHANT_AGREED: "It was agreed with the merchant",
  OTHER: "Something else",
};

export const resolutionWords: Record<BreakResolution, string> = {
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

type Status = (typeof breakStatuses)[number];

export const breakStatusWords: Record<Status, string> = { OPEN: "Open", ANSWERED: "Answered", RESOLVED: "Resolved" };

const tones: Record<Status, Tone> = { OPEN: "warning", ANSWERED: "busy", RESOLVED: "good" };

/** Where a break stands. */
export function BreakStatusBadge({ status }: { status: Status }) {
  return <StatusBadge tone={tones[status]}>{breakStatusWords[status]}</StatusBadge>;
}
