import { eq, ne } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { takeMandateLink } from "./take-mandate-link";

/** Records when, too, for the journey that waits. The mandate is still wanted and can be requested again. */
export async function declineMandate({ linkId, realNow }: { linkId: string; realNow: RealTime }): Promise<void> {
  await transaction(async () => {
    const { actor, loanId, now } = await takeMandateLink(linkId, realNow);
    // An open link is one to the loan's present account, whose mandate this is.
    await db()
      .update(mandates)
      .set({ declinedAt: now })
      .where(inTenant(mandates, actor.tenant, eq(mandates.loanId, loanId), ne(mandates.status, "CANCELLED")));
    await recordAudit({ actor, action: "loan.mandate-decline", subjectId: loanId, now });
  });
}
