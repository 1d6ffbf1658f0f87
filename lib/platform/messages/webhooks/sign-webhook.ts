import { hmac } from "@/lib/kernel/crypto";
import type { RealTime } from "@/lib/kernel/time";

type Message = { eventId: string; body: string; secrets: readonly string[]; at: RealTime };

/**
 * The headers that prove who sent an event (docs/webhooks.md#signatures): X-Service-Signature mirrors the inbound
 * scheme, webhook-* are those of Standard Webhooks.
 * @param message.secrets whole `whsec_…` texts, newest first: two of them for a day after a rotation.
 */
export function signatureHeaders({ eventId, body, secrets, at }: Message): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const mirror = secrets.map((secret) => `sha256=${hmac(secret, `${timestamp}.${body}`, "hex")}`);
  const standard = secrets.map((secret) => `v1,${hmac(keyBytes(secret), `${eventId}.${timestamp}.${body}`, "base64")}`);
  return {
    "x-service-signature": mirror.join(","),
    "x-service-timestamp": timestamp,
    "x-service-event-id": eventId,
    "webhook-id": eventId,
    "webhook-timestamp": timestamp,
    "webhook-signature": standard.join(" "),
  };
}

function keyBytes(secret: string): Uint8Array {
  return Buffer.from(secret.slice(secret.indexOf("_") + 1), "base64");
}
