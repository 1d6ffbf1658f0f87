import { sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { encrypt, newWebhookSecret } from "@/lib/kernel/crypto";
import { invalidField } from "@/lib/kernel/errors";
import { isLocalName } from "@/lib/kernel/loopback";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { addressIn, allowsLocal, mayConnect } from "@/lib/platform/egress/address-policy";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import { requirePermission } from "@/lib/terms/users/roles";
import type { EndpointRegistered, RegisterEndpoint } from "./schema";

/** And enables a disabled endpoint again. Only the answer that first creates it has the secret. */
export async function registerEndpoint(call: Call<{ input: RegisterEndpoint }>): Promise<EndpointRegistered> {
  const { actor, input, now } = call;
  requirePermission(actor, registerEndpoint.permission);
  const { tenant } = actor;
  refuseUnreachable(new URL(input.url), tenant);
  return transaction(async () => {
    const secret = newWebhookSecret();
    const endpoint = { url: input.url, events: input.events, status: "ENABLED" } as const;
    const target = { ...endpoint, updatedAt: now };
    const [created] = await db()
      .insert(webhookEndpoints)
      .values({ ...ownedBy(tenant), ...target, secret: encrypt(secretPurpose, secret), createdAt: now })
      .onConflictDoNothing()
      .returning({ marketplaceId: webhookEndpoints.marketplaceId });
    if (!created) {
      await db()
        .update(webhookEndpoints)
        .set({ ...target, failingSince: null, disabledReason: null, answeredAt: answeredAt(input.url) })
        .where(inTenant(webhookEndpoints, tenant));
    }
    await recordAudit({ actor, action: "webhook.register", subjectId: tenant.marketplaceId, now });
    return { ...endpoint, ...(created ? { secret } : {}) };
  });
}
registerEndpoint.errors = ["INSUFFICIENT_ROLE"] as const;
registerEndpoint.permission = "change" as const;

/** What another address has answered says nothing of this one. */
function answeredAt(url: string) {
  return sql`case when ${webhookEndpoints.url} = ${url} then ${webhookEndpoints.answeredAt} end`;
}

/** Names are judged by the addresses they resolve to, on every connection. */
function refuseUnreachable(url: URL, tenant: Tenant): void {
  const allowLocal = allowsLocal(tenant);
  if (url.protocol !== "https:" && !(allowLocal && url.protocol === "http:")) {
    throw invalidField("url", allowLocal ? "Must be an https or http URL" : "Must be an https URL");
  }
  const address = isLocalName(url.hostname) ? "127.0.0.1" : addressIn(url);
  if (address && !mayConnect(address, allowLocal)) throw invalidField("url", "Must be reachable at a public address");
}
