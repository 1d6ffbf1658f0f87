import { transaction } from "@/db/client";
import { oauthCodes } from "@/db/schema/oauth";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { matchingVerifier } from "./checks/code-verifier";
import { OAuthError } from "./error";
import { findUnused, type GrantCall, markUsed } from "./find-granted";
import { issueTokens } from "./issue-tokens";
import type { TokenAnswer } from "./schema";

/**
 * Redeems an authorization code, once (RFC 6749, section 4.1.3; RFC 7636, section 4.6).
 * @throws OAuthError invalid_request, invalid_grant
 */
export async function redeemCode({ client, input, realNow }: GrantCall): Promise<TokenAnswer> {
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
