import { db, transaction } from "@/db/client";
import { oauthCodes, oauthGrants } from "@/db/schema/oauth";
import { ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { later } from "@/lib/calendar";
import { sha256 } from "@/lib/crypto";
import { newId } from "@/lib/ids";
import { ensureMerchantOfUser } from "@/lib/merchants/ensure-merchant-of-user";
import { businessTime, type RealTime } from "@/lib/time";
import type { AuthorizationRequest } from "./check-authorization";
import { codeLifetime } from "./lifetimes";
import { redirectWith } from "./redirect";
import { newToken } from "./token";

/**
 * Records the merchant's consent: a grant with its code and, the first time, the merchant with its connection.
 * @returns where the browser goes.
 */
export async function approveAuthorization(call: {
  actor: Extract<Actor, { kind: "merchant" }>;
  request: AuthorizationRequest;
  realNow: RealTime;
}): Promise<string> {
  const { actor, request, realNow } = call;
  return transaction(async () => {
    const merchant = await ensureMerchantOfUser({ actor, now: businessTime(realNow, request.client.clockAhead) });
    if (merchant.connectionStatus === "DISCONNECTED") {
      const ended = "The merchant has ended its connection with the marketplace";
      return redirectWith(request, { error: "access_denied", error_description: ended });
    }
    const grantId = newId("oauthGrant");
    const { client, scopes, redirectUri, codeChallenge } = request;
    const parties = { clientId: client.id, merchantId: merchant.merchantId, userId: actor.userId };
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
