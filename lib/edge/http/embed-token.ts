import { type Actor, mintTenant } from "@/lib/kernel/actor";
import { embedTokens, verifyToken } from "@/lib/kernel/bearer-tokens";
import { CodedError } from "@/lib/kernel/errors";
import { findEmbeddedMerchant } from "@/lib/surfaces/journey/queries";
import { type Authenticator, requireLive } from "./auth";
import { requireBearer } from "./bearer";
import { clientAddress } from "./client-address";

export type EmbedTokenActor = Extract<Actor, { kind: "embedToken" }>;

/** As a bearer (docs/embedding.md#token). It reaches only the merchant it names, and no other operation accepts it. */
export const embedToken: Authenticator<EmbedTokenActor> = {
  scheme: "embedToken",
  async authenticate(request, realNow) {
    const token = requireBearer(request.headers, "Send the embed token as Authorization: Bearer.");
    const { subject: merchantId, id: tokenId, claims } = await verifyToken(embedTokens, token, realNow);
    const tenant = mintTenant(claims.marketplaceId, claims.environment);
    const sent = { tokenId, address: clientAddress(request.headers) };
    const actor = { kind: "embedToken", tenant, merchantId, sent } as const;
    const merchant = await findEmbeddedMerchant(actor);
    if (!merchant) throw new CodedError("UNAUTHENTICATED", "The merchant of this token no longer exists.");
    requireLive(claims.environment, merchant.live, "The marketplace is not live yet.");
    return { actor, clockAhead: merchant.clockAhead };
  },
};
