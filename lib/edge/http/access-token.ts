import { type Actor, mintTenant } from "@/lib/kernel/actor";
import { sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { findTokenHolder } from "@/lib/sales/oauth/queries";
import { isAccessToken } from "@/lib/sales/oauth/token";
import type { Scope } from "@/lib/terms/oauth";
import { type Authenticator, requireLive } from "./auth";
import { bearerChallenge, requireBearer } from "./bearer";

export type AccessTokenActor = Extract<Actor, { kind: "accessToken" }>;

/** An OAuth access token with this scope, as a bearer (RFC 6750, section 2.1; nowhere else in the request). */
export function accessToken(scope: Scope): Authenticator<AccessTokenActor> {
  return {
    scheme: "accessToken",
    scope,
    async authenticate(request, realNow) {
      const token = requireBearer(request.headers, "Send the OAuth access token as Authorization: Bearer.");
      const holder = isAccessToken(token) ? await findTokenHolder(sha256(token), realNow) : undefined;
      if (!holder) {
        throw new CodedError("UNAUTHENTICATED", refused(token));
      }
      requireLive(holder.environment, holder.live, "Live tokens are accepted once the marketplace is live.");
      if (!holder.scopes.includes(scope)) {
        throw new CodedError("INSUFFICIENT_SCOPE", `This operation needs a token with the scope ${scope}.`, {
          challenge: bearerChallenge("insufficient_scope", scope),
        });
      }
      const { marketplaceId, environment, clientId, merchantId, scopes, clockAhead } = holder;
      const tenant = mintTenant(marketplaceId, environment);
      return { actor: { kind: "accessToken", tenant, clientId, merchantId, scopes }, clockAhead };
    },
  };
}

/** Our other credentials are recognised by their form, not looked up. */
function refused(token: string): string {
  if (token.startsWith("sk_")) return "That is a secret key. The data endpoints take an OAuth access token.";
  if (token.startsWith("eyJ"))
    return "That is not an access token. The data endpoints take one from POST /oauth/token.";
  return "The access token is unknown, has expired or was revoked. Ask for a new one at POST /oauth/token.";
}
