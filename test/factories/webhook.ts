import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { deliveries, events, webhookEndpoints } from "@/db/schema/webhooks";
import { ownedBy } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { encrypt, newWebhookSecret } from "@/lib/kernel/crypto";
import { newId } from "@/lib/kernel/ids";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import { claimDueDeliveries } from "@/lib/platform/messages/webhooks/claim-deliveries";
import { exampleOf } from "@/lib/terms/events/all-events";
import { secretPurpose } from "@/lib/terms/outbound-webhooks";
import { idMadeAt } from "@/test/id-made-at";
import { now } from "@/test/time";

/** Registers an endpoint directly, so that a test can choose its history. Answers the secret. */
export async function createEndpoint(
  tenant: Tenant,
  url: string,
  more: Partial<typeof webhookEndpoints.$inferInsert> = {},
): Promise<string> {
  const secret = newWebhookSecret();
  const at = now();
  await db()
    .insert(webhookEndpoints)
    .values({
      ...ownedBy(tenant),
      url,
      status: "ENABLED",
      secret: encrypt(secretPurpose, secret),
      createdAt: at,
      updatedAt: at,
      ...more,
    });
  return secret;
}

/** Others are recorded by what they tell of. */
type Made = "merchant.created" | "kyc.approved" | "loan.approved";

/** Events about one new merchant, each with a delivery that is due, as `recordEvent` writes them; oldest first. */
export async function createEvents(
  tenant: Tenant,
  count: number,
  options: { type?: Made; at?: BusinessTime; delivery?: Partial<typeof deliveries.$inferInsert> } = {},
) {
  const { type = "merchant.created", at = now(), delivery = {} } = options;
  const merchantId = newId("merchant");
  const thirdPartyCustomerId = `customer-${merchantId}`;
  await db()
    .insert(merchants)
    .values({ id: merchantId, ...ownedBy(tenant), thirdPartyCustomerId, businessName: "A shop", createdAt: at });
  const made = Array.from({ length: count }, (_, i) => ({
    eventId: newId("event"),
    deliveryId: idMadeAt("delivery", at),
    merchantId,
    thirdPartyCustomerId,
    sequence: i + 1,
  }));
  const eventRows = made.map(({ eventId: id, sequence }) => {
    const merchant = { service_id: merchantId, marketplace_id: thirdPartyCustomerId };
    const own = { event_id: id, timestamp: at.toISOString(), environment: tenant.environment, sequence, merchant };
    const body = JSON.stringify({ ...exampleOf(type), ...own });
    return { id, ...ownedBy(tenant), merchantId, sequence, type, body, occurredAt: at };
  });
  const deliveryRows = made.map(({ eventId, deliveryId: id }) => ({
    id,
    ...ownedBy(tenant),
    eventId,
    status: "PENDING" as const,
    createdAt: at,
    dueAt: at,
    ...delivery,
  }));
  if (count > 0) {
    await db().insert(events).values(eventRows);
    await db().insert(deliveries).values(deliveryRows);
  }
  return made;
}

/**
 * Claims a delivery as a worker of this process does, with what else its tenant has due. Answers whether it was due.
 */
export async function takeDelivery(id: string, at: RealTime): Promise<boolean> {
  const [row] = await db().select().from(deliveries).where(eq(deliveries.id, id));
  const claimed = row ? await claimDueDeliveries(100, at, { tenant: tenantOf(row) }) : [];
  return claimed.some((one) => one.id === id);
}
