import { type Actor, mintTenant } from "@/lib/actor";
import { findEmbeddedMerchant } from "@/lib/embed/queries";
import { verifyEmbedToken } from "@/lib/embed/verify-token";
import { CodedError } from "@/lib/errors";
import type { Authenticator } from "./auth";
import { bearerOf } from "./bearer";

export type EmbedTokenActor = Extract<Actor, { kind: "embedToken" }>;

/**
 * The embed token as a bearer (docs/embedding.md#token): what the hosted journey calls with. It reaches the one merchant it
 * names. Every other credential is refused here, and every other operation refuses it.
 */
export const embedToken: Authenticator<EmbedTokenActor> = {
  scheme: "embedToken",
  async authenticate(request, realNow) {
    const token = bearerOf(request.headers);
    if (!token) {
      throw new CodedError("UNAUTHENTICATED", "Send the embed token as Authorization: Bearer.", {
        challenge: "Bearer",
      });
    }
    const { merchantId, marketplaceId, environment } = await verifyEmbedToken(token, realNow);
    const tenant = mintTenant(marketplaceId, environment);
    const actor = { kind: "embedToken", tenant, merchantId } as const;
    const merchant = await findEmbeddedMerchant(actor);
    if (!merchant) throw new CodedError("UNAUTHENTICATED", "The merchant of this token is not there any more.");
    if (environment === "live" && !merchant.live) {
      throw new CodedError("MARKETPLACE_NOT_LIVE", "The marketplace is not switched live.");
    }
    return { actor, clockAhead: merchant.clockAhead };
  },
};
