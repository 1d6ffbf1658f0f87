import { and, eq, isNull } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { oauthCodes, oauthGrants } from "@/db/schema/oauth";
import { type Actor, tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { sha256 } from "@/lib/crypto";
import type { RealTime } from "@/lib/time";
import { matchingVerifier } from "./checks/code-verifier";
import { OAuthError } from "./error";
import { hasEnded } from "./grant-ended";
import { issueTokens } from "./issue-tokens";
import { reuseGrace } from "./lifetimes";
import type { OAuthClient } from "./queries";
import { revokeGrant } from "./revoke-grant";
import type { TokenAnswer, TokenRequest } from "./schema";

/**
 * Redeems an authorization code, once (RFC 6749, section 4.1.3; RFC 7636, section 4.6). However many try at the same
 * moment, one of them gets tokens. A second use later than a double click revokes what the first one got (RFC 9700,
 * section 4.5).
 * @throws OAuthError invalid_request, invalid_grant
 */
export async function redeemCode(call: {
  client: OAuthClient;
  input: TokenRequest;
  realNow: RealTime;
}): Promise<TokenAnswer> {
  const { client, input, realNow } = call;
  if (!input.code) throw new OAuthError("invalid_request", "code is missing");
  if (!input.redirect_uri) throw new OAuthError("invalid_request", "redirect_uri is missing");
  const digest = sha256(input.code);
  const [found] = await db()
    .select({ code: oauthCodes, grant: oauthGrants })
    .from(oauthCodes)
    .innerJoin(oauthGrants, eq(oauthGrants.id, oauthCodes.grantId))
    .where(eq(oauthCodes.digest, digest));
  // Another client's code is treated as unknown, and stays valid for its own client.
  if (!found || found.grant.clientId !== client.id) throw unusable();
  const { code, grant } = found;
  const actor: Actor = { kind: "oauthClient", tenant: tenantOf(grant), clientId: client.id };
  if (code.usedAt) {
    if (realNow.getTime() - code.usedAt.getTime() > reuseGrace)
      await revokeGrant({ actor, grantId: grant.id, reused: true, realNow });
    throw unusable();
  }
  if (code.expiresAt <= realNow || (await hasEnded(grant))) throw unusable();
  if (input.redirect_uri !== code.redirectUri) {
    throw new OAuthError("invalid_grant", "redirect_uri is not the one of the authorization request");
  }
  matchingVerifier(input.code_verifier, code.codeChallenge);

  return transaction(async () => {
    const taken = await db()
      .update(oauthCodes)
      .set({ usedAt: realNow })
      .where(and(eq(oauthCodes.digest, digest), isNull(oauthCodes.usedAt)))
      .returning({ digest: oauthCodes.digest });
    if (taken.length === 0) throw unusable();
    await recordAudit({ actor, action: "oauth.redeem-code", subjectId: grant.id, now: realNow });
    return issueTokens(grant, grant.scopes, realNow);
  });
}

function unusable(): OAuthError {
  return new OAuthError("invalid_grant", "The code is not known, has expired or was used");
}
