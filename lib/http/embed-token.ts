import { type Actor, mintTenant } from "@/lib/actor";
import { embedTokens, verifyToken } from "@/lib/bearer-tokens";
import { findEmbeddedMerchant } from "@/lib/embed/queries";
import { CodedError } from "@/lib/errors";
import { type Authenticator, requireLive } from "./auth";
import { requireBearer } from "./bearer";

export type EmbedTokenActor = Extract<Actor, { kind: "embedToken" }>;

/**
 * The embed token as a bearer (docs/embedding.md#token): what the hosted journey calls with. It reaches the one merchant it
 * names. Every other credential is refused here, and every other operation refuses it.
 */
export const embedToken: Authenticator<EmbedTokenActor> = {
  scheme: "embedToken",
  async authenticate(request, realNow) {
    const token = requireBearer(request.headers, "Send the embed token as Authorization: Bearer.");
    const { subject: merchantId, claims } = await verifyToken(embedTokens, token, realNow);
    const tenant = mintTenant(claims.marketplaceId, claims.environment);
    const actor = { kind: "embedToken", tenant, merchantId } as const;
    const merchant = await findEmbeddedMerchant(actor);
    if (!merchant) throw new CodedError("UNAUTHENTICATED", "The merchant of this token is not there any more.");
    requireLive(claims.environment, merchant.live, "The marketplace is not switched live.");
    return { actor, clockAhead: merchant.clockAhead };
  },
};
