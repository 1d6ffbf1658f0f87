import { db, transaction } from "@/db/client";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { encrypt, newWebhookSecret } from "@/lib/crypto";
import { env } from "@/lib/env";
import { invalidField } from "@/lib/errors";
import type { BusinessTime } from "@/lib/time";
import { addressIn, isLocalName, mayConnect } from "./address-policy";
import { secretPurpose } from "./constants";
import type { EndpointRegistered, RegisterEndpoint } from "./schema";
import { serializeEndpoint } from "./serialize";

/**
 * Sets where a tenant's events go. One that was disabled is enabled again. The secret is in the answer when the
 * endpoint is first created, and never again.
 * @throws CodedError VALIDATION_FAILED for a URL that this environment may not use.
 */
export async function registerEndpoint(call: {
  actor: Actor;
  input: RegisterEndpoint;
  now: BusinessTime;
}): Promise<EndpointRegistered> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  refuseUnreachable(new URL(input.url), tenant);
  return transaction(async () => {
    const secret = newWebhookSecret();
    const target = { url: input.url, events: input.events, status: "ENABLED", updatedAt: now } as const;
    const [created] = await db()
      .insert(webhookEndpoints)
      .values({ ...ownedBy(tenant), ...target, secret: encrypt(secretPurpose, secret), createdAt: now })
      .onConflictDoNothing()
      .returning({ marketplaceId: webhookEndpoints.marketplaceId });
    if (!created) {
      await db()
        .update(webhookEndpoints)
        .set({ ...target, failingSince: null, disabledReason: null })
        .where(inTenant(webhookEndpoints, tenant));
    }
    await recordAudit({ actor, action: "webhook.register", subjectId: tenant.marketplaceId, now });
    return { ...serializeEndpoint(target), ...(created ? { secret } : {}) };
  });
}

/** What can be told before connecting. Names are judged by the addresses they resolve to, on every connection. */
function refuseUnreachable(url: URL, tenant: Tenant): void {
  const allowLocal = tenant.environment === "test" && !env().production;
  if (url.protocol !== "https:" && !allowLocal) throw invalidField("url", "Must be an https URL");
  const address = isLocalName(url.hostname) ? "127.0.0.1" : addressIn(url);
  if (address && !mayConnect(address, allowLocal)) throw invalidField("url", "Must be reachable at a public address");
}
