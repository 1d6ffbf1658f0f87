import { eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { oauthGrants } from "@/db/schema/oauth";
import { inReach } from "@/db/tenancy";
import type { RealTimeCall } from "@/lib/kernel/call";
import type { Reach } from "@/lib/kernel/reach";
import { recordAudit } from "@/lib/platform/audit/record-audit";

/** With every code and token under them. The merchant's row must be locked, so that no consent is given meanwhile. */
export async function endConsents(call: RealTimeCall<{ reach: Reach; merchantId: string }>): Promise<void> {
  const { actor, reach, merchantId, realNow } = call;
  const ended = await db()
    .update(oauthGrants)
    .set({ revokedAt: realNow })
    .where(inReach(oauthGrants, reach, eq(oauthGrants.merchantId, merchantId), isNull(oauthGrants.revokedAt)))
    .returning({ id: oauthGrants.id });
  for (const { id } of ended) await recordAudit({ actor, action: "oauth.revoke-grant", subjectId: id, now: realNow });
}
