import { transaction } from "@/db/client";
import { recordAudit } from "@/lib/audit/record-audit";
import type { RealTime } from "@/lib/time";
import { takeMandateLink } from "./take-mandate-link";

/**
 * Uses up a link whose holder declined. The mandate is still wanted and can be requested again.
 * @throws CodedError LINK_NOT_VALID
 */
export async function declineMandate({ linkId, realNow }: { linkId: string; realNow: RealTime }): Promise<void> {
  await transaction(async () => {
    const { actor, loanId, now } = await takeMandateLink(linkId, realNow);
    await recordAudit({ actor, action: "loan.mandate-decline", subjectId: loanId, now });
  });
}
