import { recordAudit } from "@/lib/platform/audit/record-audit";
import { unansweredStates } from "@/lib/terms/complaints";
import { actOnComplaint, auditedAs, type ComplaintCall } from "./act-on-complaint";

/** So that two do not work on the same. Another operator may take it over. */
export async function takeComplaint(call: ComplaintCall) {
  const { userId } = call.operator;
  return actOnComplaint(call, unansweredStates, async ({ actor, complaint, now }) => {
    if (complaint.takenBy === userId) return { takenBy: userId };
    await recordAudit({ actor, action: "complaint.take", ...auditedAs(complaint), now });
    return { status: "TAKEN", takenBy: userId, takenAt: now };
  });
}
takeComplaint.errors = actOnComplaint.errors;
