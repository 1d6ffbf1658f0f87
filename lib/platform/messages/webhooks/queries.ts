import { desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { onPage, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { merchants } from "@/db/schema/merchants";
import { deliveries, deliveryAttempts, events, webhookEndpoints } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import type { DeliveryStatus } from "@/lib/terms/outbound-webhooks";
import type { EndpointAnswer, EventAnswer, EventFilters, EventList } from "./schema";

export async function findEndpoint(tenant: Tenant): Promise<EndpointAnswer | undefined> {
  const [endpoint] = await db()
    .select({ url: webhookEndpoints.url, events: webhookEndpoints.events, status: webhookEndpoints.status })
    .from(webhookEndpoints)
    .where(inTenant(webhookEndpoints, tenant));
  return endpoint;
}

export async function getEndpoint(tenant: Tenant): Promise<EndpointAnswer> {
  const endpoint = await findEndpoint(tenant);
  if (!endpoint) throw notFound("webhook endpoint");
  return endpoint;
}
getEndpoint.errors = ["NOT_FOUND"] as const;

/** Newest first. */
export async function listEvents(reach: Reach, query: EventFilters & { limit: number }): Promise<EventList> {
  const { event, merchantId, deliveryStatus } = query;
  await requireNeighbour(events.id, query, inReach(events, reach));
  const rows = await selectEvents(
    inReach(
      events,
      reach,
      event && eq(events.type, event),
      merchantId ? matchesRef(merchantId) : undefined,
      deliveryStatus && inTenant(deliveries, reach.tenant, standsAs(deliveryStatus)),
      onPage(events.id, query),
    ),
  )
    .orderBy(pageOrder(events.id, query))
    .limit(pageRows(query));
  const page = pageOf(rows, query);
  return { data: page.rows.map(serializeEvent), hasMore: page.hasMore };
}

export async function getEvent(reach: Reach, eventId: string): Promise<EventAnswer> {
  const [row] = await selectEvents(inReach(events, reach, eq(events.id, eventId)));
  if (!row) throw notFound("event");
  return serializeEvent(row);
}

/** Written out, the status shows which of the indexes will do: with a parameter, none. */
export function standsAs(status: DeliveryStatus): SQL {
  return sql`${deliveries.status} = ${sql.raw(`'${status}'`)}`;
}

export function selectEvents(where: SQL | undefined) {
  const last = db()
    .select({
      at: deliveryAttempts.startedAt,
      responseStatus: deliveryAttempts.responseStatus,
      error: deliveryAttempts.error,
      durationMs: deliveryAttempts.durationMs,
    })
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, deliveries.id))
    .orderBy(desc(deliveryAttempts.number))
    .limit(1)
    .as("last_attempt");
  return db()
    .select({
      id: events.id,
      type: events.type,
      merchantId: events.merchantId,
      thirdPartyCustomerId: merchants.thirdPartyCustomerId,
      occurredAt: events.occurredAt,
      sequence: events.sequence,
      body: events.body,
      deliveryId: deliveries.id,
      status: deliveries.status,
      attempts: deliveries.attempts,
      dueAt: deliveries.dueAt,
      lastAttempt: {
        at: last.at,
        responseStatus: last.responseStatus,
        error: last.error,
        durationMs: last.durationMs,
      },
    })
    .from(events)
    .innerJoin(merchants, eq(merchants.id, events.merchantId))
    .innerJoin(deliveries, eq(deliveries.eventId, events.id))
    .leftJoinLateral(last, eq(deliveries.eventId, events.id))
    .where(where);
}

function serializeEvent(row: Awaited<ReturnType<typeof selectEvents>>[number]): EventAnswer {
  const { id, type: event, merchantId, thirdPartyCustomerId, sequence, lastAttempt } = row;
  return {
    id,
    event,
    merchantId,
    thirdPartyCustomerId,
    occurredAt: row.occurredAt.toISOString(),
    sequence,
    payload: JSON.parse(row.body),
    delivery: {
      id: row.deliveryId,
      status: row.status,
      attempts: row.attempts,
      nextAttemptAt: row.dueAt?.toISOString() ?? null,
      lastAttempt: lastAttempt && { ...lastAttempt, at: lastAttempt.at.toISOString() },
    },
  };
}
