import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { oauthAccessTokens, oauthGrants, oauthRefreshTokens } from "@/db/schema/oauth";
import { type Actor, tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { sha256 } from "@/lib/crypto";
import type { RealTime } from "@/lib/time";
import { authenticateClient } from "./authenticate-client";
import { OAuthError } from "./error";
import { revokeGrant } from "./revoke-grant";
import type { TokenBody } from "./schema";

/**
 * Revokes a token of this client (RFC 7009): an access token alone, a refresh token together with all tokens of the
 * same consent. Unknown tokens and those of other clients are ignored without an error.
 * @throws OAuthError invalid_client, invalid_request when no token is there
 */
export async function revoke(call: {
  authorization: string | null;
  input: TokenBody;
  realNow: RealTime;
}): Promise<void> {
  const { authorization, input, realNow } = call;
  const client = await authenticateClient(authorization, input);
  if (!input.token) throw new OAuthError("invalid_request", "token is missing");
  const digest = sha256(input.token);
  const actor: Actor = { kind: "oauthClient", tenant: tenantOf(client), clientId: client.id };

  const [refreshToken] = await db()
    .select({ grantId: oauthGrants.id, clientId: oauthGrants.clientId })
    .from(oauthRefreshTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthRefreshTokens.grantId))
    .where(eq(oauthRefreshTokens.digest, digest));
  if (refreshToken?.clientId === client.id) return revokeGrant({ actor, grantId: refreshToken.grantId, realNow });

  const [accessToken] = await db()
    .select({ grantId: oauthGrants.id, clientId: oauthGrants.clientId, revokedAt: oauthAccessTokens.revokedAt })
    .from(oauthAccessTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthAccessTokens.grantId))
    .where(eq(oauthAccessTokens.digest, digest));
  if (accessToken?.clientId !== client.id || accessToken.revokedAt) return;
  await db().update(oauthAccessTokens).set({ revokedAt: realNow }).where(eq(oauthAccessTokens.digest, digest));
  await recordAudit({ actor, action: "oauth.revoke-token", subjectId: accessToken.grantId, now: realNow });
}
