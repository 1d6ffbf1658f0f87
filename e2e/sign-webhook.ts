import * as webhook from "#sign-webhook";
import type { Call } from "./client";

/** An inbound webhook as a marketplace signs it: what to call with. A string goes out as it is. */
export function signedWebhook(by: { apiSecret: string; marketplaceId: string }, body: object | string): Call {
  const { raw, headers } = webhook.signedWebhook({ secret: by.apiSecret, marketplaceId: by.marketplaceId, body });
  return { anonymous: true, headers, body: raw };
}
