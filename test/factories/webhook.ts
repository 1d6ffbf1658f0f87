import { and, eq, isNull, lte, or } from "drizzle-orm";
import { db } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { deliveries, events, webhookEndpoints } from "@/db/schema/webhooks";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { later } from "@/lib/calendar";
import { encrypt, newWebhookSecret } from "@/lib/crypto";
import { newId } from "@/lib/ids";
import type { BusinessTime } from "@/lib/time";
import { leaseMs } from "@/lib/webhooks/outbound/claim-deliveries";
import { type EventType, secretPurpose } from "@/lib/webhooks/outbound/constants";
import { type Instant, now } from "@/test/time";

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

/** Events about one new merchant, each with a delivery that is due, as `recordEvent` writes them; oldest first. */
export async function createEvents(
  tenant: Tenant,
  count: number,
  options: { type?: EventType; at?: BusinessTime; delivery?: Partial<typeof deliveries.$inferInsert> } = {},
) {
  const { type = "merchant.created", at = now(), delivery = {} } = options;
  const merchantId = newId("merchant");
  const thirdPartyCustomerId = `customer-${merchantId}`;
  await db()
    .insert(merchants)
    .values({ id: merchantId, ...ownedBy(tenant), thirdPartyCustomerId, businessName: "A shop", createdAt: at });
  const made = Array.from({ length: count }, (_, i) => ({
    eventId: newId("event"),
    deliveryId: newId("delivery"),
    merchantId,
    thirdPartyCustomerId,
    sequence: i + 1,
  }));
  const eventRows = made.map(({ eventId: id, sequence }) => {
    const body = JSON.stringify({ event: type, event_id: id, timestamp: at.toISOString(), sequence });
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

/** Leases a delivery as a worker does, if it is due by real time and in nobody's hands. Answers whether it was. */
export async function takeDelivery(id: string, at: Instant): Promise<boolean> {
  const free = or(isNull(deliveries.leasedUntil), lte(deliveries.leasedUntil, at));
  const taken = await db()
    .update(deliveries)
    .set({ leasedUntil: later(at, leaseMs) })
    .where(and(eq(deliveries.id, id), lte(deliveries.dueAt, at), free))
    .returning({ id: deliveries.id });
  return taken.length > 0;
}
