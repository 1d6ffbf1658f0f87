import { eq, sql } from "drizzle-orm";
import { db, nudge } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { deliveries, events, webhookEndpoints } from "@/db/schema/webhooks";
import { inReach, inTenant, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/actor";
import { newId } from "@/lib/ids";
import { reachOfRow } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { type EventType, eventApiVersion } from "./constants";
import type { CommonFields, EventPayload } from "./event-payloads";

/**
 * Writes an event and the order to deliver it, in the transaction that changes the state: no event without the change,
 * no change without the event. Numbering the event locks the merchant's row, so events of one merchant are written one
 * transaction after another.
 *
 * @param event.payload the event's own fields, as described in the noun's `events.ts`.
 */
export async function recordEvent<Type extends EventType>(event: {
  tenant: Tenant;
  merchantId: string;
  type: Type;
  payload: EventPayload<Type>;
  now: BusinessTime;
}): Promise<void> {
  const { tenant, merchantId, type, payload, now } = event;
  const [merchant] = await db()
    .update(merchants)
    .set({ eventSequence: sql`${merchants.eventSequence} + 1` })
    .where(inReach(merchants, reachOfRow({ ...tenant, merchantId }), eq(merchants.id, merchantId)))
    .returning({ sequence: merchants.eventSequence, thirdPartyCustomerId: merchants.thirdPartyCustomerId });
  if (!merchant) throw new Error(`No merchant ${merchantId} for the event ${type}.`);

  const id = newId("event");
  const common: CommonFields = {
    event_id: id,
    timestamp: now.toISOString(),
    api_version: eventApiVersion,
    environment: tenant.environment,
    sequence: merchant.sequence,
    merchant: { service_id: merchantId, marketplace_id: merchant.thirdPartyCustomerId },
  };
  const body = JSON.stringify({ event: type, ...common, ...payload });
  await db()
    .insert(events)
    .values({ id, ...ownedBy(tenant), merchantId, sequence: merchant.sequence, type, body, occurredAt: now });

  const wanted = await isWanted(tenant, type);
  const deliveryId = newId("delivery");
  await db()
    .insert(deliveries)
    .values({
      id: deliveryId,
      ...ownedBy(tenant),
      eventId: id,
      createdAt: now,
      status: wanted ? "PENDING" : "NOT_SENT",
      dueAt: wanted ? now : null,
      finishedAt: wanted ? null : now,
    });
  if (wanted) nudge("deliver-webhook", deliveryId, tenant);
}

async function isWanted(tenant: Tenant, type: EventType): Promise<boolean> {
  const [endpoint] = await db()
    .select({ status: webhookEndpoints.status, events: webhookEndpoints.events })
    .from(webhookEndpoints)
    .where(inTenant(webhookEndpoints, tenant));
  return endpoint?.status === "ENABLED" && (endpoint.events === null || endpoint.events.includes(type));
}
