import { signedWebhook as sign } from "#sign-webhook";
import type { Tenant } from "@/lib/kernel/actor";
import { currentApiSecret } from "@/lib/parties/marketplaces/api-secret-queries";
import { rotateApiSecret } from "@/lib/parties/marketplaces/rotate-api-secret";
import { now } from "@/test/time";
import { sandboxActor } from "./kyc";

/** A tenant's API secret: the one it has, or a first one. */
export async function apiSecretOf(tenant: Tenant): Promise<string> {
  const current = await currentApiSecret(tenant);
  if (current) return current;
  return (await rotateApiSecret({ actor: sandboxActor(tenant), input: {}, realNow: now() })).apiSecret;
}

/** A webhook as a marketplace sends it: now, unless it says when. */
export function signedWebhook(webhook: Parameters<typeof sign>[0]) {
  return sign({ ...webhook, at: webhook.at ?? now() });
}
