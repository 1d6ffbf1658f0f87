import { createHmac, timingSafeEqual } from "node:crypto";
import { type Actor, mintTenant } from "@/lib/kernel/actor";
import { minute } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { findSecretHolders } from "@/lib/parties/marketplaces/api-secret-queries";
import { touchApiSecret } from "@/lib/parties/marketplaces/note-use";
import { type Authenticator, requireLive } from "./auth";

export type WebhookActor = Extract<Actor, { kind: "webhook" }>;

/** How far the time of sending may differ from ours, either way. */
const tolerance = 5 * minute;

/** Each environment's current and previous secret. Every refusal costs this many digests, whatever its cause. */
const mostSecrets = 4;

/**
 * The signature of an inbound webhook (docs/webhooks.md#inbound-signature) over the body's bytes. The secret that
 * verifies selects the environment. Every failure gets the same answer in about the same time. The digest is compared
 * as bytes, so its hex may be in either case.
 */
export const webhookSignature: Authenticator<WebhookActor> = {
  scheme: "webhookSignature",
  bodyFirst: true,
  async authenticate(request, realNow, bytes) {
    const { marketplaceId, timestamp, digest } = presented(request.headers);
    const holders = isId("marketplace", marketplaceId) ? await findSecretHolders(marketplaceId, realNow) : [];
    let digests = 0;
    const signed = (secret: string) => {
      digests += 1;
      return timingSafeEqual(createHmac("sha256", secret).update(`${timestamp}.`).update(bytes).digest(), digest);
    };
    let verified = "";
    const holder = holders.find(({ secrets }) => {
      verified = secrets.find(signed) ?? "";
      return verified !== "";
    });
    const fresh = Math.abs(realNow.getTime() - Number(timestamp) * 1000) <= tolerance;
    if (!holder || !fresh) {
      while (digests < mostSecrets) signed("none");
      throw new CodedError("UNAUTHENTICATED", refusal, { challenge });
    }
    const { environment, isLive, clockAhead } = holder;
    requireLive(environment, isLive, "The live API secret is accepted once the marketplace is live.");
    const tenant = mintTenant(marketplaceId, environment);
    touchApiSecret(tenant, verified, holder.secrets, realNow);
    return { actor: { kind: "webhook", tenant }, clockAhead };
  },
};

const refusal =
  "The webhook's signature is not valid. X-Marketplace-Signature is sha256= and the hex HMAC-SHA256 of " +
  "<X-Marketplace-Timestamp>.<body>, the body byte for byte as it is sent, keyed with the whole API secret as text. " +
  "X-Marketplace-Timestamp is the time of sending in Unix seconds, within 300 of ours; X-Marketplace-Id is the " +
  "marketplace that the secret was issued to.";

const challenge = 'HMAC-SHA256 header="X-Marketplace-Signature"';

/** The headers' values. Missing or malformed ones become values that never match. */
function presented(headers: Headers): { marketplaceId: string; timestamp: string; digest: Buffer } {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(headers.get("x-marketplace-signature") ?? "")?.[1];
  const timestamp = /^\d{1,12}$/.exec(headers.get("x-marketplace-timestamp") ?? "")?.[0];
  return {
    marketplaceId: headers.get("x-marketplace-id") ?? "",
    timestamp: timestamp ?? "0",
    digest: hex && timestamp ? Buffer.from(hex, "hex") : Buffer.alloc(32),
  };
}
