import { createHmac } from "node:crypto";
import type { Call } from "./client";

/** An inbound webhook as a marketplace signs it: what to call with. A string goes out as it is. */
export function signedWebhook(by: { apiSecret: string; marketplaceId: string }, body: object | string): Call {
  const raw = typeof body === "string" ? body : JSON.stringify(body);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const digest = createHmac("sha256", by.apiSecret).update(`${timestamp}.${raw}`).digest("hex");
  const headers = {
    "content-type": "application/json",
    "x-marketplace-signature": `sha256=${digest}`,
    "x-marketplace-timestamp": timestamp,
    "x-marketplace-id": by.marketplaceId,
  };
  return { anonymous: true, headers, body: raw };
}
