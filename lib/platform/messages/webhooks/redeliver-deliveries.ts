import { eq, inArray, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { deliveries, events } from "@/db/schema/webhooks";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { requirePermission } from "@/lib/terms/users/roles";
import type { DeliveryAnswer } from "./delivery-schema";
import { readDeliveries } from "./list-deliveries";
import { getEvent } from "./queries";
import type { EventAnswer } from "./schema";
import { lockDeliveries, requireEndpoint, startDeliveryRound } from "./start-delivery-round";

type Redeliver<Input> = Call<{ input: Input; realNow: RealTime }>;

/** All or none, each with the same event_id and a new round. Nothing happens to one with an attempt under way. */
export async function redeliverDeliveries(call: Redeliver<{ ids: readonly string[] }>): Promise<DeliveryAnswer[]> {
  const { actor, input, now, realNow } = call;
  requirePermission(actor, redeliverDeliveries.permission);
  const reach = reachOf(actor);
  const named = sql`${deliveries.id} = any(${sql.param(input.ids)}::text[])`;
  return transaction(async () => {
    const known = db().select({ id: events.id }).from(events).where(inReach(events, reach));
    const ids = await lockDeliveries(actor.tenant, sql`${named} and ${inArray(deliveries.eventId, known)}`);
    if (ids.length < input.ids.length) throw notFound("delivery");
    await requireEndpoint(actor.tenant);
    await startDeliveryRound(actor.tenant, ids, { now, realNow });
    const sent = await readDeliveries(reach, ids);
    for (const { eventId } of sent) await recordAudit({ actor, action: "event.redeliver", subjectId: eventId, now });
    return sent;
  });
}
redeliverDeliveries.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "WEBHOOK_NOT_REGISTERED"] as const;
redeliverDeliveries.permission = "change" as const;

/** The same event_id, a new round, even if not subscribed to. Does nothing while an attempt is under way. */
export async function redeliver({ actor, input, now, realNow }: Redeliver<{ eventId: string }>): Promise<EventAnswer> {
  const reach = reachOf(actor);
  return transaction(async () => {
    const named = db()
      .select({ id: events.id })
      .from(events)
      .where(inReach(events, reach, eq(events.id, input.eventId)));
    const ids = await lockDeliveries(actor.tenant, inArray(deliveries.eventId, named));
    if (ids.length === 0) throw notFound("event");
    await requireEndpoint(actor.tenant);
    await startDeliveryRound(actor.tenant, ids, { now, realNow });
    await recordAudit({ actor, action: "event.redeliver", subjectId: input.eventId, now });
    return getEvent(reach, input.eventId);
  });
}
redeliver.errors = ["NOT_FOUND", "WEBHOOK_NOT_REGISTERED"] as const;
