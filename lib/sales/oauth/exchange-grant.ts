import { db, transaction } from "@/db/client";
import { oauthCodes, oauthGrants, oauthRefreshTokens } from "@/db/schema/oauth";
import { ownedBy } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { grantTypes, scopes as known, type Scope } from "@/lib/terms/oauth";
import { authenticateClient, type ClientCall } from "./authenticate-client";
import { OAuthError } from "./error";
import { findUnused, type GrantCall, markUsed } from "./find-granted";
import { issueTokens } from "./issue-tokens";
import { matchingVerifier, requestedScopes } from "./request-checks";
import type { TokenAnswer, TokenRequest } from "./schema";

const grants = {
  authorization_code: redeemCode,
  refresh_token: refresh,
  client_credentials: grantClientCredentials,
} as const;

/** The token endpoint (RFC 6749, section 3.2). */
export async function exchange({ authorization, input, realNow }: ClientCall<TokenRequest>): Promise<TokenAnswer> {
  const client = await authenticateClient({ authorization, input, realNow });
  if (!input.grant_type) throw new OAuthError("invalid_request", "grant_type is missing");
  const type = grantTypes.find((name) => name === input.grant_type);
  if (!type) throw new OAuthError("unsupported_grant_type", `grant_type must be one of ${grantTypes.join(", ")}`);
  return grants[type]({ client, input, realNow });
}

/** Redeems an authorization code, once (RFC 6749, section 4.1.3; RFC 7636, section 4.6). */
async function redeemCode({ client, input, realNow }: GrantCall): Promise<TokenAnswer> {
  if (!input.code) throw new OAuthError("invalid_request", "code is missing");
  if (!input.redirect_uri) throw new OAuthError("invalid_request", "redirect_uri is missing");
  const unusable = new OAuthError("invalid_grant", "The code is unknown, has expired or was used");
  const { token: code, grant, actor } = await findUnused(oauthCodes, input.code, { client, realNow, unusable });
  if (input.redirect_uri !== code.redirectUri) {
    throw new OAuthError("invalid_grant", "redirect_uri is not the one of the authorization request");
  }
  matchingVerifier(input.code_verifier, code.codeChallenge);
  return transaction(async () => {
    if (!(await markUsed(oauthCodes, code.digest, realNow))) throw unusable;
    await recordAudit({ actor, action: "oauth.redeem-code", subjectId: grant.id, now: realNow });
    return issueTokens(grant, grant.scopes, realNow);
  });
}

/** Exchanges a refresh token for new tokens, once (RFC 6749, section 6): the next exchange takes the new one. */
async function refresh({ client, input, realNow }: GrantCall): Promise<TokenAnswer> {
  const given = input.refresh_token;
  if (!given) throw new OAuthError("invalid_request", "refresh_token is missing");
  const unusable = new OAuthError(
    "invalid_grant",
    "The refresh token is unknown, has expired, was used or was revoked",
  );
  const { token, grant, actor } = await findUnused(oauthRefreshTokens, given, { client, realNow, unusable });
  const scopes = input.scope ? requestedScopes(input.scope, grant.scopes) : grant.scopes;
  return transaction(async () => {
    if (!(await markUsed(oauthRefreshTokens, token.digest, realNow))) throw unusable;
    await recordAudit({ actor, action: "oauth.refresh", subjectId: grant.id, now: realNow });
    return issueTokens(grant, scopes, realNow);
  });
}

/** Reaches all of the marketplace's merchants (RFC 6749, section 4.4). No refresh token: the client can ask again. */
async function grantClientCredentials({ client, input, realNow }: GrantCall): Promise<TokenAnswer> {
  const asked: readonly Scope[] = input.scope ? requestedScopes(input.scope) : known;
  const scopes = asked.filter((scope) => scope !== "offline_access");
  const tenant = tenantOf(client);
  const actor: Actor = { kind: "oauthClient", tenant, clientId: client.id };
  return transaction(async () => {
    const id = newId("oauthGrant");
    await db()
      .insert(oauthGrants)
      .values({ id, ...ownedBy(tenant), clientId: client.id, scopes, createdAt: realNow, expiresAt: realNow });
    await recordAudit({ actor, action: "oauth.client-credentials", subjectId: id, now: realNow });
    return issueTokens({ id, scopes, merchantId: null }, scopes, realNow);
  });
}
