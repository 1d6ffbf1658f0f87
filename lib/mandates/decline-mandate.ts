import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/audit/record-audit";
import type { RealTime } from "@/lib/time";
import { takeMandateLink } from "./take-mandate-link";

/**
 * Uses a link up without giving the mandate: its holder did not agree. The mandate is wanted still, and can be asked for anew.
 * @param call.realNow real time: links live by it.
 * @throws CodedError LINK_NOT_VALID
 */
export async function declineMandate(call: { linkId: string; realNow: RealTime }): Promise<void> {
  await transaction(async () => {
    const { actor, loanId, now } = await takeMandateLink(call.linkId, call.realNow);
    await recordAudit({ actor, action: "loan.mandate-decline", subjectId: loanId, now });
  });
}
