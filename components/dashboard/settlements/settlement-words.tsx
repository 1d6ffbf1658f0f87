import { StatusBadge, type Tone } from "@/components/ui/status-badge";
import type { matchStatuses } from "@/lib/terms/settlements";

type Status = (typeof matchStatuses)[number];

export const matchStatusWords: Record<Status, string> = { PENDING: "Waiting", MATCHED: "Matched", BROKEN: "Broken" };

const tones: Record<Status, Tone> = { PENDING: "busy", MATCHED: "good", BROKEN: "bad" };

/** Whether a settlement's deductions have been found. */
export function MatchStatusBadge({ status }: { status: Status }) {
  return <StatusBadge tone={tones[status]}>{matchStatusWords[status]}</StatusBadge>;
}
