import { oauthAccessTokens, oauthRefreshTokens } from "@/db/schema/oauth";
import { authenticateClient, type ClientCall } from "./authenticate-client";
import { OAuthError } from "./error";
import { findGranted } from "./find-granted";
import { hasEnded } from "./grant-ended";
import { issuer } from "./issuer";
import type { Introspection, TokenBody } from "./schema";

/** Tells a client whether one of its own tokens is still valid, and for what (RFC 7662). */
export async function introspect({ authorization, input, realNow }: ClientCall<TokenBody>): Promise<Introspection> {
  const client = await authenticateClient({ authorization, input, realNow });
  if (!input.token) throw new OAuthError("invalid_request", "token is missing");
  const found = await findToken(input.token);
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

async function findToken(text: string) {
  const access = await findGranted(oauthAccessTokens, text);
  if (access) return { kind: "access", grant: access.grant, ...access.token, spent: access.token.revokedAt !== null };
  const refresh = await findGranted(oauthRefreshTokens, text);
  if (!refresh) return undefined;
  const { token, grant } = refresh;
  return { kind: "refresh", grant, ...token, scopes: grant.scopes, spent: token.usedAt !== null };
}
