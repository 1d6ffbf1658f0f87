import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { oauthAccessTokens, oauthRefreshTokens } from "@/db/schema/oauth";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { authenticateClient, type ClientCall } from "./authenticate-client";
import { OAuthError } from "./error";
import { findGranted } from "./find-granted";
import { revokeGrant } from "./revoke-grant";
import type { TokenBody } from "./schema";

/** RFC 7009: an access token by itself, a refresh token with all of its consent. Others' and unknown are ignored. */
export async function revoke({ authorization, input, realNow }: ClientCall<TokenBody>): Promise<void> {
  const client = await authenticateClient({ authorization, input, realNow });
  if (!input.token) throw new OAuthError("invalid_request", "token is missing");
  const actor: Actor = { kind: "oauthClient", tenant: tenantOf(client), clientId: client.id };

  const refreshed = await findGranted(oauthRefreshTokens, input.token);
  if (refreshed?.grant.clientId === client.id) return revokeGrant({ actor, grantId: refreshed.grant.id, realNow });

  const found = await findGranted(oauthAccessTokens, input.token);
  if (found?.grant.clientId !== client.id || found.token.revokedAt) return;
  const { digest, grantId } = found.token;
  await db().update(oauthAccessTokens).set({ revokedAt: realNow }).where(eq(oauthAccessTokens.digest, digest));
  await recordAudit({ actor, action: "oauth.revoke-token", subjectId: grantId, now: realNow });
}
