import { formatValue } from "@/components/charts/format-value";
import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import type { LoanStatusAnswer } from "@/lib/terms/loans/schema";

type Status = LoanStatusAnswer["status"];

const statuses: Record<Status, { words: string; tone: Tone }> = {
  APPROVED: { words: "Offer", tone: "busy" },
  ACTIVE: { words: "Active", tone: "good" },
  REPAID: { words: "Repaid", tone: "neutral" },
  DEFAULTED: { words: "Defaulted", tone: "bad" },
  WRITTEN_OFF: { words: "Written off", tone: "bad" },
  CANCELLED: { words: "Cancelled", tone: "neutral" },
};

export function loanStatusWords(status: Status): string {
  return statuses[status].words;
}

/** The state of a loan. */
export function LoanStatusBadge({ status }: { status: Status }) {
  const { words, tone } = statuses[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}

/** How much of a loan is repaid, in percent: cut, not rounded, so that only what is all repaid is 100%. */
export function repaidShare(percent: number): string {
  // A share such as 8.2 may come as a little less.
  return formatValue(Math.floor(percent * 10 + 1e-9) / 10, "percent");
}

/** How far a loan is past due, where it is; or that its collection is paused. */
export function ArrearsBadge({ daysPastDue, paused }: { daysPastDue: number; paused: boolean }) {
  if (paused) return <StatusBadge tone="neutral">Paused</StatusBadge>;
  if (daysPastDue === 0) return null;
  return (
    <StatusBadge tone={daysPastDue > 30 ? "bad" : "warning"}>
      {daysPastDue} {daysPastDue === 1 ? "day" : "days"} past due
    </StatusBadge>
  );
}
