import { eq, sql } from "drizzle-orm";
import { db, wakeWorkers } from "@/db/client";
import { merchants } from "@/db/schema/merchants";
import { deliveries, events } from "@/db/schema/webhooks";
import { inReach, ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { idWith, newId } from "@/lib/kernel/ids";
import { reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import type { EventPayload, EventType } from "@/lib/terms/events/all-events";
import type { CommonFields } from "@/lib/terms/events/event";
import { eventApiVersion } from "@/lib/terms/outbound-webhooks";
import { findEndpoint } from "./queries";

/**
 * Writes an event and its delivery in the transaction that changes the state. Numbering the event locks the merchant's
 * row, so events of one merchant are written one transaction after another.
 * @param event.payload the event's own fields, as its entry in lib/terms/events describes them.
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

  const endpoint = await findEndpoint(tenant);
  const wanted = endpoint?.status === "ENABLED" && (endpoint.events === null || endpoint.events.includes(type));
  // By which each is found by the other's id alone (docs/decisions/047-old-rows.md).
  const deliveryId = idWith("delivery", id);
  const state = wanted
    ? ({ status: "PENDING", dueAt: now } as const)
    : ({ status: "NOT_SENT", finishedAt: now } as const);
  await db()
    .insert(deliveries)
    .values({ id: deliveryId, ...ownedBy(tenant), eventId: id, createdAt: now, ...state });
  if (wanted) wakeWorkers(deliveries, deliveryId, tenant);
}
