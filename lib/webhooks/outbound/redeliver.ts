import { and, asc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { deliveries, webhookEndpoints } from "@/db/schema/webhooks";
import { inTenant } from "@/db/tenancy";
import type { Actor, Tenant } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record";
import { CodedError, notFound } from "@/lib/errors";
import { getEvent } from "./queries";
import type { EventAnswer, RedeliverRange } from "./schema";

// Nudges are hints: beyond these the engine finds the rest by itself.
const mostNudges = 100;

/**
 * Sends an event again, with the same event_id and a new round of attempts. One whose attempt is under way at this
 * moment is left to it.
 * @throws CodedError NOT_FOUND, WEBHOOK_NOT_REGISTERED
 */
export async function redeliver(call: { actor: Actor; input: { eventId: string }; now: Date }): Promise<EventAnswer> {
  const { actor, input, now } = call;
  return transaction(async () => {
    const [delivery] = await lockDeliveries(actor.tenant, eq(deliveries.eventId, input.eventId));
    if (!delivery) throw notFound("event");
    await requireEndpoint(actor.tenant);
    await startAgain(actor.tenant, eq(deliveries.eventId, input.eventId), now);
    await recordAudit({ actor, action: "event.redeliver", subjectId: input.eventId, now });
    return getEvent(actor.tenant, input.eventId);
  });
}

/**
 * Sends again all that happened in a stretch of time, whatever came of it or with one delivery status.
 * @returns how many deliveries began a new round.
 * @throws CodedError WEBHOOK_NOT_REGISTERED
 */
export async function redeliverRange(call: { actor: Actor; input: RedeliverRange; now: Date }): Promise<number> {
  const { actor, input, now } = call;
  const { from, to, deliveryStatus } = input;
  const wanted = and(
    // A delivery is written with its event.
    gte(deliveries.createdAt, from),
    lt(deliveries.createdAt, to),
    deliveryStatus && eq(deliveries.status, deliveryStatus),
  );
  return transaction(async () => {
    await requireEndpoint(actor.tenant);
    await lockDeliveries(actor.tenant, wanted);
    const count = await startAgain(actor.tenant, wanted, now);
    const subjectId = `${from.toISOString()}/${to.toISOString()}`;
    await recordAudit({ actor, action: "event.redeliver-range", subjectId, now });
    return count;
  });
}

/** Takes the rows in the order of their ids, as everything does that locks several. */
function lockDeliveries(tenant: Tenant, which: SQL | undefined) {
  return db()
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(inTenant(deliveries, tenant, which))
    .orderBy(asc(deliveries.id))
    .for("update");
}

/**
 * Begins a new round for deliveries this transaction holds. While an attempt is under way its lease and count stay as
 * they are, so that its outcome still finds the row it was made for and nobody sends beside it.
 */
async function startAgain(tenant: Tenant, which: SQL | undefined, now: Date): Promise<number> {
  const underWay = sql`coalesce(${deliveries.leasedUntil} > ${now.toISOString()}::timestamptz, false)`;
  const rows = await db()
    .update(deliveries)
    .set({
      status: "PENDING",
      dueAt: now,
      finishedAt: null,
      attempts: sql`case when ${underWay} then ${deliveries.attempts} else 0 end`,
      leasedUntil: sql`case when ${underWay} then ${deliveries.leasedUntil} end`,
    })
    .where(inTenant(deliveries, tenant, which, sql`not (${deliveries.status} = 'PENDING' and ${underWay})`))
    .returning({ id: deliveries.id });
  for (const row of rows.slice(0, mostNudges)) nudge("deliver-webhook", row.id, tenant);
  return rows.length;
}

async function requireEndpoint(tenant: Tenant): Promise<void> {
  const [endpoint] = await db()
    .select({ status: webhookEndpoints.status })
    .from(webhookEndpoints)
    .where(inTenant(webhookEndpoints, tenant));
  if (endpoint?.status === "ENABLED") return;
  throw new CodedError(
    "WEBHOOK_NOT_REGISTERED",
    endpoint
      ? "The webhook endpoint is disabled. Register it again with PUT /api/v1/marketplace-api/webhook."
      : "There is no webhook endpoint. Register one with PUT /api/v1/marketplace-api/webhook.",
  );
}
