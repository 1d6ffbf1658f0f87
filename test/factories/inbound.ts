import { createHmac } from "node:crypto";
import type { Tenant } from "@/lib/actor";
import { now } from "@/lib/clock";
import { currentApiSecret } from "@/lib/marketplaces/api-secret-queries";
import { rotateApiSecret } from "@/lib/marketplaces/rotate-api-secret";
import { sandboxActor } from "./kyc";

/** A tenant's API secret: the one it has, or a first one. */
export async function apiSecretOf(tenant: Tenant): Promise<string> {
  const current = await currentApiSecret(tenant);
  if (current) return current;
  return (await rotateApiSecret({ actor: sandboxActor(tenant), input: {}, realNow: now() })).apiSecret;
}

/**
 * A webhook as a marketplace sends it: the body as it goes out, and the headers that sign it.
 * @param webhook.body an object (snake_case), or text or bytes that are sent as they are.
 * @param webhook.at when it is sent, in real time: now unless given.
 * @param webhook.eventId X-Marketplace-Event-Id, which may be left out.
 */
export function signedWebhook(webhook: {
  secret: string;
  marketplaceId: string;
  body: object | string | Uint8Array;
  at?: Date;
  eventId?: string;
}): { headers: Record<string, string>; raw: string | Uint8Array } {
  const { secret, marketplaceId, body, at = now(), eventId } = webhook;
  const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(raw).digest("hex");
  return {
    raw,
    headers: {
      "content-type": "application/json",
      "x-marketplace-signature": `sha256=${digest}`,
      "x-marketplace-timestamp": timestamp,
      "x-marketplace-id": marketplaceId,
      ...(eventId === undefined ? {} : { "x-marketplace-event-id": eventId }),
    },
  };
}
