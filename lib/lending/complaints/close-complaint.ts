import { recordAudit } from "@/lib/platform/audit/record-audit";
import { actOnComplaint, auditedAs, type ComplaintCall } from "./act-on-complaint";

/** Once what its answer promises is done. Nothing is closed without an answer. */
export async function closeComplaint(call: ComplaintCall) {
  return actOnComplaint(call, ["ANSWERED"], async ({ actor, complaint, now }) => {
    await recordAudit({ actor, action: "complaint.close", ...auditedAs(complaint), now });
    return { status: "CLOSED", closedAt: now };
  });
}
closeComplaint.errors = actOnComplaint.errors;
