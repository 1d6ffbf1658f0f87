import { eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { deliveries, events } from "@/db/schema/webhooks";
import { inReach } from "@/db/tenancy";
import type { Call } from "@/lib/kernel/call";
import { notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { RealTime } from "@/lib/kernel/time";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { getEvent } from "./queries";
import type { EventAnswer } from "./schema";
import { lockDeliveries, requireEndpoint, startDeliveryRound } from "./start-delivery-round";

type Redeliver = Call<{ input: { eventId: string }; realNow: RealTime }>;

/**
 * Sends an event again, with the same event_id and a new round of attempts, even if the endpoint does not subscribe to
 * it. Does nothing while an attempt is under way.
 * @throws CodedError NOT_FOUND, WEBHOOK_NOT_REGISTERED
 */
export async function redeliver({ actor, input, now, realNow }: Redeliver): Promise<EventAnswer> {
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
