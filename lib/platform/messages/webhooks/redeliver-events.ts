import { and, asc, eq, gt, gte, lt, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { deliveries, events } from "@/db/schema/webhooks";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { type Reach, reachOf } from "@/lib/kernel/reach";
import type { Clocks, RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import { standsAs } from "./queries";
import type { RedeliverRange } from "./schema";
import { lockDeliveries, requireEndpoint, startDeliveryRound } from "./start-delivery-round";

type Redeliver<Input> = Call<{ input: Input; realNow: RealTime }>;

/** Events per transaction, which locks their deliveries. */
const chunkSize = 500;

/**
 * Sends again all events of a period that the endpoint subscribes to, optionally only those with one delivery status,
 * in chunks: a failing one does not undo those before it.
 * @returns how many deliveries began a new round.
 */
export async function redeliverEvents(call: Redeliver<RedeliverRange>): Promise<number> {
  const { actor, input, now, realNow } = call;
  requirePermission(actor, redeliverEvents.permission);
  await transaction(async () => {
    await requireEndpoint(actor.tenant);
    const detail = { from: input.from.toISOString(), to: input.to.toISOString() };
    await recordAudit({ actor, action: "event.redeliver-range", detail, subjectId: actor.tenant.marketplaceId, now });
  });
  let count = 0;
  let after = "";
  while (true) {
    const chunk = await transaction(() => redeliverChunk(reachOf(actor), input, after, { now, realNow }));
    count += chunk.count;
    if (chunk.last === null) return count;
    after = chunk.last;
  }
}
redeliverEvents.errors = ["WEBHOOK_NOT_REGISTERED"] as const;
redeliverEvents.permission = "change" as const;

/** Sends the next events of a range after one again, in the current transaction; `last` is null when there are no more. */
export async function redeliverChunk(reach: Reach, range: RedeliverRange, after: string, at: Clocks) {
  const { tenant } = reach;
  const { from, to, deliveryStatus } = range;
  const subscribed = await requireEndpoint(tenant);
  const status = deliveryStatus && standsAs(deliveryStatus);
  const found = await db()
    .select({ eventId: events.id, deliveryId: deliveries.id })
    .from(events)
    .innerJoin(deliveries, eq(deliveries.eventId, events.id))
    .where(
      inReach(
        events,
        reach,
        gt(events.id, after),
        gte(events.occurredAt, from),
        lt(events.occurredAt, to),
        subscribed ? sql`${events.type} = any(${sql.param(subscribed)}::text[])` : undefined,
        status,
      ),
    )
    .orderBy(asc(events.id))
    .limit(chunkSize);
  const deliveryIds = found.map((row) => row.deliveryId);
  // The status again: an attempt may have ended meanwhile.
  const chosen = and(sql`${deliveries.id} = any(${sql.param(deliveryIds)}::text[])`, status);
  const held = await lockDeliveries(tenant, chosen);
  const last = found.length < chunkSize ? null : (found.at(-1)?.eventId ?? null);
  return { count: await startDeliveryRound(tenant, held, at), last };
}

/**
 * Sends the next 500 failed events of a period again that the endpoint subscribes to, so that whoever waits can see how far
 * it is.
 * @param call.input.after what the call before answered as `next`; null begins.
 * @returns how many began a new round, and where to go on; null when that was all.
 */
export async function redeliverFailed(
  call: Redeliver<Omit<RedeliverRange, "deliveryStatus"> & { after: string | null }>,
) {
  const { actor, input, now, realNow } = call;
  requirePermission(actor, redeliverFailed.permission);
  const { from, to, after } = input;
  return transaction(async () => {
    const range = { from, to, deliveryStatus: "FAILED" } as const;
    const { count, last } = await redeliverChunk(reachOf(actor), range, after ?? "", { now, realNow });
    const detail = { from: from.toISOString(), to: to.toISOString() };
    const subjectId = actor.tenant.marketplaceId;
    if (after === null) await recordAudit({ actor, action: "event.redeliver-range", detail, subjectId, now });
    return { redelivered: count, next: last };
  });
}
redeliverFailed.permission = "change" as const;
