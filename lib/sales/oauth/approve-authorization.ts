import { db, transaction } from "@/db/client";
import { oauthCodes, oauthGrants } from "@/db/schema/oauth";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { later } from "@/lib/kernel/calendar";
import { sha256 } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import { reachOfRow } from "@/lib/kernel/reach";
import { businessTime, type RealTime } from "@/lib/kernel/time";
import { ensureMerchantOfUser } from "@/lib/merchants/merchants/ensure-merchant-of-user";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { AuthorizationRequest } from "./check-authorization";
import { codeLifetime } from "./lifetimes";
import { reconnectMerchant } from "./reconnect-merchant";
import { redirectWith } from "./redirect";
import { newToken } from "./token";

/** A merchant that was disconnected is connected again. Returns where the browser goes. */
export async function approveAuthorization(call: {
  actor: Extract<Actor, { kind: "merchant" }>;
  request: AuthorizationRequest;
  realNow: RealTime;
}): Promise<string> {
  const { actor, request, realNow } = call;
  return transaction(async () => {
    const now = businessTime(realNow, request.client.clockAhead);
    const { merchantId, connectionStatus } = await ensureMerchantOfUser({ actor, now });
    if (connectionStatus === "DISCONNECTED") {
      const reach = reachOfRow({ ...actor.tenant, merchantId });
      await reconnectMerchant({ actor, reach, merchantId, now, realNow });
    }
    const grantId = newId("oauthGrant");
    const { client, scopes, redirectUri, codeChallenge } = request;
    const parties = { clientId: client.id, merchantId, userId: actor.userId };
    const expiresAt = later(realNow, codeLifetime);
    await db()
      .insert(oauthGrants)
      .values({ id: grantId, ...ownedBy(actor.tenant), ...parties, scopes, createdAt: realNow, expiresAt });
    const code = newToken("code");
    const digest = sha256(code);
    await db().insert(oauthCodes).values({ digest, grantId, redirectUri, codeChallenge, expiresAt });
    await recordAudit({ actor, action: "oauth.consent", subjectId: grantId, now: realNow });
    return redirectWith(request, { code });
  });
}
