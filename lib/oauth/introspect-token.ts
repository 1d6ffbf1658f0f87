import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { oauthAccessTokens, oauthGrants, oauthRefreshTokens } from "@/db/schema/oauth";
import { sha256 } from "@/lib/crypto";
import type { RealTime } from "@/lib/time";
import { authenticateClient } from "./authenticate-client";
import { OAuthError } from "./error";
import { hasEnded } from "./grant-ended";
import { issuer } from "./issuer";
import type { Introspection, TokenBody } from "./schema";

/**
 * Tells a client whether one of its own tokens is still valid, and for what (RFC 7662). The answer for any other token
 * is only `active: false`.
 * @throws OAuthError invalid_client, invalid_request when no token is there
 */
export async function introspect(call: {
  authorization: string | null;
  input: TokenBody;
  realNow: RealTime;
}): Promise<Introspection> {
  const { authorization, input, realNow } = call;
  const client = await authenticateClient(authorization, input);
  if (!input.token) throw new OAuthError("invalid_request", "token is missing");
  const found = await findToken(sha256(input.token));
  if (!found || found.grant.clientId !== client.id) return { active: false };
  const { grant, scopes, createdAt, expiresAt, spent } = found;
  if (spent || expiresAt <= realNow || (await hasEnded(grant))) return { active: false };
  return {
    active: true,
    scope: scopes.join(" "),
    client_id: client.id,
    ...(found.kind === "access" ? { token_type: "Bearer" } : {}),
    exp: Math.floor(expiresAt.getTime() / 1000),
    iat: Math.floor(createdAt.getTime() / 1000),
    sub: grant.merchantId ?? grant.marketplaceId,
    iss: issuer(),
  };
}

async function findToken(digest: string) {
  const [access] = await db()
    .select({ token: oauthAccessTokens, grant: oauthGrants })
    .from(oauthAccessTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthAccessTokens.grantId))
    .where(eq(oauthAccessTokens.digest, digest));
  if (access) return { kind: "access", grant: access.grant, ...access.token, spent: access.token.revokedAt !== null };
  const [refresh] = await db()
    .select({ token: oauthRefreshTokens, grant: oauthGrants })
    .from(oauthRefreshTokens)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthRefreshTokens.grantId))
    .where(eq(oauthRefreshTokens.digest, digest));
  if (!refresh) return undefined;
  const { token, grant } = refresh;
  return { kind: "refresh", grant, ...token, scopes: grant.scopes, spent: token.usedAt !== null };
}
