import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { oauthGrants, oauthRefreshTokens } from "@/db/schema/oauth";
import { type Actor, tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { sha256 } from "@/lib/crypto";
import { requestedScopes } from "@/lib/oauth/checks/requested-scopes";
import type { RealTime } from "@/lib/time";
import { OAuthError } from "./error";
import { hasEnded } from "./grant-ended";
import { issueTokens } from "./issue-tokens";
import { reuseGrace } from "./lifetimes";
import type { OAuthClient } from "./queries";
import { revokeGrant } from "./revoke-grant";
import type { TokenAnswer, TokenRequest } from "./schema";

/**
 * Exchanges a refresh token for new tokens, once (RFC 6749, section 6): the next exchange takes the new one. A second use
 * later than a double click means that somebody else has it too: then the whole family is revoked (RFC 9700, section
 * 4.14.2).
 * @throws OAuthError invalid_request, invalid_grant, invalid_scope
 */
export async function refresh(call: {
  client: OAuthClient;
  input: TokenRequest;
  realNow: RealTime;
}): Promise<TokenAnswer> {
  const { client, input, realNow } = call;
  if (!input.refresh_token) throw new OAuthError("invalid_request", "refresh_token is missing");
  const digest = sha256(input.refresh_token);
  const [found] = await db()
    .select({ token: oauthRefreshTokens, grant: oauthGrants })
    .from(oauthRefreshTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthRefreshTokens.grantId))
    .where(eq(oauthRefreshTokens.digest, digest));
  if (!found || found.grant.clientId !== client.id) throw unusable();
  const { token, grant } = found;
  const actor: Actor = { kind: "oauthClient", tenant: tenantOf(grant), clientId: client.id };
  if (token.usedAt) {
    if (realNow.getTime() - token.usedAt.getTime() > reuseGrace)
      await revokeGrant({ actor, grantId: grant.id, reused: true, realNow });
    throw unusable();
  }
  if (token.expiresAt <= realNow || (await hasEnded(grant))) throw unusable();
  const scopes = input.scope ? requestedScopes(input.scope, grant.scopes) : grant.scopes;

  return transaction(async () => {
    const taken = await db()
      .update(oauthRefreshTokens)
      .set({ usedAt: realNow })
      .where(and(eq(oauthRefreshTokens.digest, digest), isNull(oauthRefreshTokens.usedAt)))
      .returning({ digest: oauthRefreshTokens.digest });
    if (taken.length === 0) throw unusable();
    await recordAudit({ actor, action: "oauth.refresh", subjectId: grant.id, now: realNow });
    return issueTokens(grant, scopes, realNow);
  });
}

function unusable(): OAuthError {
  return new OAuthError("invalid_grant", "The refresh token is not known, has expired, was used or was revoked");
}
