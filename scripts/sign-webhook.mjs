import { createHmac } from "node:crypto";

/**
 * A webhook as a marketplace sends it: the body as it goes out, and the headers that sign it.
 * @param {object} webhook
 * @param {string} webhook.secret
 * @param {string} webhook.marketplaceId
 * @param {object | string | Uint8Array} webhook.body an object is sent as JSON, text and bytes as they are
 * @param {Date} [webhook.at] when it is sent, in real time
 * @param {string} [webhook.eventId] X-Marketplace-Event-Id, which may be left out
 */
export function signedWebhook({ secret, marketplaceId, body, at = new Date(), eventId }) {
  const raw = typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const digest = createHmac("sha256", secret).update(`${timestamp}.`).update(raw).digest("hex");
  /** @type {Record<string, string>} */
  const headers = {
    "content-type": "application/json",
    "x-marketplace-signature": `sha256=${digest}`,
    "x-marketplace-timestamp": timestamp,
    "x-marketplace-id": marketplaceId,
    ...(eventId === undefined ? {} : { "x-marketplace-event-id": eventId }),
  };
  return { raw, headers };
}
