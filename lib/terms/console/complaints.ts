import type { ComplaintState } from "@/lib/terms/complaints";
import type { Labels } from "@/lib/terms/label";

/** What operators read; what merchants read is theirs. */
export const complaintStateLabels: Labels<ComplaintState> = {
  OPEN: { label: "Not taken", tone: "warning" },
  TAKEN: { label: "Taken", tone: "busy" },
  ANSWERED: { label: "Answered", tone: "good" },
  CLOSED: { label: "Closed", tone: "neutral" },
};
