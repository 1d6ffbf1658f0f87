import { eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { oauthGrants } from "@/db/schema/oauth";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { log } from "@/lib/log";
import { everyMerchantOf } from "@/lib/reach";
import type { RealTime } from "@/lib/time";

/**
 * Ends a grant: every code, access token and refresh token under it is invalid from the next request on.
 * @param call.reused the reason is that a code or refresh token was used again, a sign of theft.
 */
export async function revokeGrant(call: {
  actor: Actor;
  grantId: string;
  reused?: boolean;
  realNow: RealTime;
}): Promise<void> {
  const { actor, grantId, reused = false, realNow } = call;
  await transaction(async () => {
    const revoked = await db()
      .update(oauthGrants)
      .set({ revokedAt: realNow })
      .where(
        inReach(oauthGrants, everyMerchantOf(actor.tenant), eq(oauthGrants.id, grantId), isNull(oauthGrants.revokedAt)),
      )
      .returning({ id: oauthGrants.id });
    if (revoked.length === 0) return;
    const action = reused ? "oauth.revoke-reused-grant" : "oauth.revoke-grant";
    await recordAudit({ actor, action, subjectId: grantId, now: realNow });
    if (reused) log.warn("a code or refresh token was used twice; its grant is revoked", { grantId });
  });
}
