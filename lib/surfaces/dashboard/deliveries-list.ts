import { gte, lt, sql } from "drizzle-orm";
import type { z } from "zod";
import { db, one } from "@/db/client";
import { deliveries } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import { isId } from "@/lib/kernel/ids";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import type { Reach } from "@/lib/kernel/reach";
import { listDeliveries } from "@/lib/platform/messages/webhooks/list-deliveries";
import { standsAs } from "@/lib/platform/messages/webhooks/queries";
import { list } from "@/lib/surfaces/lists/list";
import { choice, day, listQuery } from "@/lib/surfaces/lists/list-query";
import { answerText, deliveryLabel, deliveryLabels } from "@/lib/terms/dashboard/labels";
import { eventTypes } from "@/lib/terms/events/all-events";

export const deliveryQuery = listQuery("delivery", {
  status: choice("Status", deliveryLabels),
  event: choice("Event", eventTypes),
  from: day("First day"),
  to: day("Last day"),
});
type Query = Partial<z.output<typeof deliveryQuery>> & { limit: number };

/** A page of deliveries, newest first. What is searched for is a delivery, an event or a merchant, by its id. */
export async function listDeliveriesForStaff(reach: Reach, { q, ...query }: Query) {
  const from = query.from === undefined ? undefined : dayBegins(query.from);
  const to = query.to === undefined ? undefined : dayEnds(query.to);
  const { data: rows, hasMore } = await listDeliveries(reach, { ...searchedBy(q), ...query, from, to });
  return { rows, hasMore };
}

function searchedBy(q: string | undefined) {
  if (q === undefined) return {};
  if (isId("delivery", q)) return { deliveryId: q };
  return isId("event", q) ? { eventId: q } : { merchantId: q };
}

/** More failed deliveries of a period than these are not counted. */
export const mostCounted = 10_000;

/** How many deliveries have failed from a day in Lagos to another, both included; `mostCounted` at most. */
export async function countFailed(tenant: Tenant, days: { from: string; to: string }): Promise<number> {
  const failed = db()
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      inTenant(
        deliveries,
        tenant,
        standsAs("FAILED"),
        gte(deliveries.createdAt, dayBegins(days.from)),
        lt(deliveries.createdAt, dayEnds(days.to)),
      ),
    )
    .limit(mostCounted)
    .as("failed");
  const row = await db().select({ count: sql<number>`count(*)::int` }).from(failed).then(one);
  return row.count;
}

export const deliveryList = list({
  path: "developers/deliveries",
  title: "Deliveries",
  lead: "Events of the last 30 days and how your endpoint took them.",
  nav: { group: "Developers", key: "d" },
  search: "Delivery, event or merchant, by id",
  query: deliveryQuery,
  read: listDeliveriesForStaff,
  href: ({ id }) => `developers/deliveries/${id}`,
  columns: ({ text, number, moment, state, shown }) => ({
    id: text("Delivery id", ({ id }) => id),
    eventId: text("Event id", ({ eventId }) => eventId),
    event: text("Event", ({ event }) => event),
    merchantId: text("Merchant id", ({ merchantId }) => merchantId),
    thirdPartyCustomerId: text("Your merchant id", ({ thirdPartyCustomerId }) => thirdPartyCustomerId),
    occurredAt: moment("Happened", ({ occurredAt }) => new Date(occurredAt), { below: true, align: "end" }),
    status: state("State", ({ status }) => status, deliveryLabels),
    attempts: number("Attempts", ({ attempts }) => attempts),
    attemptedAt: moment("Last attempt", ({ lastAttempt }) => lastAttempt && new Date(lastAttempt.at)),
    answered: number("Last answer", ({ lastAttempt }) => lastAttempt?.responseStatus ?? null),
    error: text("Last error", ({ lastAttempt }) => lastAttempt?.error ?? null),
    took: number("Took (ms)", ({ lastAttempt }) => lastAttempt?.durationMs ?? null, {
      unit: "ms",
      title: "Took",
      none: "",
    }),
    outcome: shown("Status", (delivery) => [{ state: deliveryLabel(delivery) }]),
    answer: shown("Last answer", ({ lastAttempt }) => [
      lastAttempt ? { text: answerText(lastAttempt) } : { text: "None yet", look: "quiet" },
    ]),
    merchant: shown("Merchant", (row) => [{ text: row.thirdPartyCustomerId ?? row.merchantId }], { below: true }),
    next: shown("Next attempt", ({ nextAttemptAt }, now) =>
      nextAttemptAt ? [{ moment: nextAttemptAt, since: now }] : [],
    ),
  }),
  table: { event: 1, outcome: 1, answer: 2, took: 3, merchant: 3, next: 3, occurredAt: 2 },
  none: {
    title: "No events yet",
    text: "The first one comes when a merchant is created. Until then, a test event shows that your endpoint answers.",
    action: { href: "developers/webhook", label: "Send a test event" },
  },
  noneFits: () => ({ title: "Nothing fits", text: "No delivery of the last 30 days is like that." }),
  live: "deliveries",
});
