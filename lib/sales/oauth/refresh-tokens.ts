import { transaction } from "@/db/client";
import { oauthRefreshTokens } from "@/db/schema/oauth";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requestedScopes } from "./checks/requested-scopes";
import { OAuthError } from "./error";
import { findUnused, type GrantCall, markUsed } from "./find-granted";
import { issueTokens } from "./issue-tokens";
import type { TokenAnswer } from "./schema";

/**
 * Exchanges a refresh token for new tokens, once (RFC 6749, section 6): the next exchange takes the new one.
 * @throws OAuthError invalid_request, invalid_grant, invalid_scope
 */
export async function refresh({ client, input, realNow }: GrantCall): Promise<TokenAnswer> {
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
