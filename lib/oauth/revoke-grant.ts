import { eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { oauthGrants } from "@/db/schema/oauth";
import { inTenant } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";

/** Ends a grant: every code, access token and refresh token under it is dead from the next request on. */
export async function revokeGrant(call: { actor: Actor; grantId: string; now: Date }): Promise<void> {
  const { actor, grantId, now } = call;
  await transaction(async () => {
    const revoked = await db()
      .update(oauthGrants)
      .set({ revokedAt: now })
      .where(inTenant(oauthGrants, actor.tenant, eq(oauthGrants.id, grantId), isNull(oauthGrants.revokedAt)))
      .returning({ id: oauthGrants.id });
    if (revoked.length > 0) await recordAudit({ actor, action: "oauth.revoke-grant", subjectId: grantId, now });
  });
}
