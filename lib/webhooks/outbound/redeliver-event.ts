import { eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { deliveries, events } from "@/db/schema/webhooks";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { notFound } from "@/lib/errors";
import { reachOf } from "@/lib/reach";
import type { BusinessTime, RealTime } from "@/lib/time";
import { getEvent } from "./queries";
import type { EventAnswer } from "./schema";
import { lockDeliveries, requireEndpoint, startDeliveryRound } from "./start-delivery-round";

/**
 * Sends an event again, with the same event_id and a new round of attempts, even if the endpoint does not subscribe to
 * it. Does nothing while an attempt is under way.
 * @throws CodedError NOT_FOUND, WEBHOOK_NOT_REGISTERED
 */
export async function redeliver(call: {
  actor: Actor;
  input: { eventId: string };
  now: BusinessTime;
  realNow: RealTime;
}): Promise<EventAnswer> {
  const { actor, input, now, realNow } = call;
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
