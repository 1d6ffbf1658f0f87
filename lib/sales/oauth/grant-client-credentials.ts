import { db, transaction } from "@/db/client";
import { oauthGrants } from "@/db/schema/oauth";
import { ownedBy } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { scopes as known, type Scope } from "@/lib/terms/oauth";
import { requestedScopes } from "./checks/requested-scopes";
import type { GrantCall } from "./find-granted";
import { issueTokens } from "./issue-tokens";
import type { TokenAnswer } from "./schema";

/**
 * A token for the marketplace itself, which reaches all of its merchants (RFC 6749, section 4.4); without `scope`, with
 * all scopes. No refresh token, and so no `offline_access`: the client can ask again at any time.
 * @throws OAuthError invalid_scope
 */
export async function grantClientCredentials({ client, input, realNow }: GrantCall): Promise<TokenAnswer> {
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
