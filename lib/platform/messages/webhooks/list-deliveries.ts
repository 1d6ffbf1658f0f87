import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { matchesRef } from "@/db/merchant-ref";
import { onPage, pageOf, pageOrder, pageRows } from "@/db/page";
import { deliveries, deliveryAttempts, events } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/kernel/actor";
import { invalidField, notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import { addressFor } from "./address-for";
import type { DeliveryAnswer, DeliveryDetail, DeliveryFilters, DeliveryList } from "./delivery-schema";
import { constantHeaders } from "./post-webhook";
import { selectEvents, standsAs } from "./queries";

type Query = { [Name in keyof DeliveryFilters]: DeliveryFilters[Name] | undefined } & {
  limit: number;
  deliveryId?: string | undefined;
};

/** Deliveries of the last 30 days, newest first. */
export async function listDeliveries(reach: Reach, query: Query): Promise<DeliveryList> {
  const { event, eventId, deliveryId, merchantId, status, from, to } = query;
  const { page, order } = from || to ? await byMoment(reach.tenant, query) : await byEvent(reach.tenant, query);
  const rows = await selectEvents(
    inReach(
      events,
      reach,
      event && eq(events.type, event),
      eventId ? eq(events.id, eventId) : undefined,
      deliveryId ? eq(deliveries.id, deliveryId) : undefined,
      merchantId ? matchesRef(merchantId) : undefined,
      status && inTenant(deliveries, reach.tenant, standsAs(status)),
      page,
    ),
  )
    .orderBy(...order)
    .limit(pageRows(query));
  const cut = pageOf(rows, query);
  return { data: cut.rows.map(serializeDelivery), hasMore: cut.hasMore };
}

export async function getDelivery(reach: Reach, deliveryId: string, reader: Actor): Promise<DeliveryDetail> {
  const [row] = await selectEvents(inReach(events, reach, eq(deliveries.id, deliveryId)));
  if (!row) throw notFound("delivery");
  const attempts = await db()
    .select()
    .from(deliveryAttempts)
    .where(eq(deliveryAttempts.deliveryId, row.deliveryId))
    .orderBy(desc(deliveryAttempts.number));
  return {
    ...serializeDelivery(row),
    requestBody: row.body,
    log: attempts.map(
      ({ number, url, requestHeaders, startedAt, durationMs, responseStatus, responseBody, error }) => ({
        number,
        url: addressFor(reader, url),
        at: startedAt.toISOString(),
        requestHeaders: requestHeaders && { ...constantHeaders, ...requestHeaders },
        responseStatus,
        responseBody,
        error,
        durationMs,
      }),
    ),
  };
}
getDelivery.errors = ["NOT_FOUND"] as const;

/** These deliveries, in no order; those that the reach does not have are left out. */
export async function readDeliveries(reach: Reach, ids: readonly string[]): Promise<DeliveryAnswer[]> {
  const named = sql`${deliveries.id} = any(${sql.param(ids)}::text[])`;
  return (await selectEvents(inReach(events, reach, named))).map(serializeDelivery);
}

type Cut = { page: SQL | undefined; order: SQL[] };

/** An event and its delivery are written together, so that the order of the one is the other's. */
async function byEvent(tenant: Tenant, { limit, startingAfter, endingBefore }: Query): Promise<Cut> {
  const page = {
    limit,
    startingAfter: startingAfter && (await neighbour(tenant, "startingAfter", startingAfter)).eventId,
    endingBefore: endingBefore && (await neighbour(tenant, "endingBefore", endingBefore)).eventId,
  };
  return { page: onPage(events.id, page), order: [pageOrder(events.id, page)] };
}

/** By moments, which both rows have: by ids, all since would be read. What was not sent has an index of its own. */
async function byMoment(tenant: Tenant, query: Query): Promise<Cut> {
  const { status, from, to, startingAfter, endingBefore } = query;
  if (startingAfter && endingBefore) throw invalidField("endingBefore", "Cannot be combined with startingAfter");
  const unsent = status === "FAILED" || status === "NOT_SENT";
  const [moment, id] = unsent ? [deliveries.createdAt, deliveries.eventId] : [events.occurredAt, events.id];
  const place = sql`(${moment}, ${id})`;
  const at = async (name: "startingAfter" | "endingBefore", cursor: string) => {
    const { occurredAt, eventId } = await neighbour(tenant, name, cursor);
    return sql`(${occurredAt.toISOString()}::timestamptz, ${eventId})`;
  };
  const period = [from && gte(moment, from), to && lt(moment, to)];
  if (endingBefore) {
    const page = and(...period, sql`${place} > ${await at("endingBefore", endingBefore)}`);
    return { page, order: [asc(moment), asc(id)] };
  }
  const older = startingAfter ? sql`${place} < ${await at("startingAfter", startingAfter)}` : undefined;
  return { page: and(...period, older), order: [desc(moment), desc(id)] };
}

async function neighbour(tenant: Tenant, name: string, deliveryId: string) {
  const [row] = await db()
    .select({ eventId: events.id, occurredAt: events.occurredAt })
    .from(deliveries)
    .innerJoin(events, eq(events.id, deliveries.eventId))
    .where(inTenant(deliveries, tenant, eq(deliveries.id, deliveryId)));
  if (!row) throw invalidField(name, "Must be the id of a delivery that is still kept");
  return row;
}

function serializeDelivery(row: Awaited<ReturnType<typeof selectEvents>>[number]): DeliveryAnswer {
  const { deliveryId: id, id: eventId, type: event, merchantId, thirdPartyCustomerId, lastAttempt } = row;
  return {
    id,
    eventId,
    event,
    merchantId,
    thirdPartyCustomerId,
    occurredAt: row.occurredAt.toISOString(),
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.dueAt?.toISOString() ?? null,
    lastAttempt: lastAttempt && { ...lastAttempt, at: lastAttempt.at.toISOString() },
  };
}
