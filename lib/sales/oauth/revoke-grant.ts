import { eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { oauthGrants } from "@/db/schema/oauth";
import { inReach } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/kernel/call";
import { log } from "@/lib/kernel/log";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";

/** With every code and token under it. `reused`: a code or refresh token was used again, a sign of theft. */
export async function revokeGrant(call: RealTimeCall<{ grantId: string; reused?: boolean }>): Promise<void> {
  const { actor, grantId, reused = false, realNow } = call;
  await transaction(async () => {
    const reach = everyMerchantOf(actor.tenant);
    const revoked = await db()
      .update(oauthGrants)
      .set({ revokedAt: realNow })
      .where(inReach(oauthGrants, reach, eq(oauthGrants.id, grantId), isNull(oauthGrants.revokedAt)))
      .returning({ id: oauthGrants.id });
    if (revoked.length === 0) return;
    const action = reused ? "oauth.revoke-reused-grant" : "oauth.revoke-grant";
    await recordAudit({ actor, action, subjectId: grantId, now: realNow });
    if (reused) log.warn("a code or refresh token was used twice; its grant is revoked", { grantId });
  });
}
