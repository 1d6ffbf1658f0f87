import { hmac } from "@/lib/crypto";
import type { RealTime } from "@/lib/time";

/**
 * The headers that prove who sent an event (docs/webhooks.md#signatures): X-Service-Signature mirrors the inbound scheme,
 * webhook-* are those of the Standard Webhooks, over the same body and the same moment.
 *
 * @param message.secrets whole `whsec_…` texts, newest first: two of them for a day after a rotation.
 * @param message.at real time: receivers refuse what is too old, whatever the sandbox's clock says.
 */
export function signatureHeaders(message: {
  eventId: string;
  body: string;
  secrets: readonly string[];
  at: RealTime;
}): Record<string, string> {
  const { eventId, body, secrets } = message;
  const timestamp = String(Math.floor(message.at.getTime() / 1000));
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
