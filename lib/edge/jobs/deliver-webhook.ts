import { nextClaim } from "@/db/due";
import { deliveries } from "@/db/schema/webhooks";
import {
  claimDueDeliveries,
  dueDeliveriesOf,
  dueDeliveryLanes,
  nextDeliveryOf,
  takesDeliveries,
} from "@/lib/platform/messages/webhooks/claim-deliveries";
import { deliver } from "@/lib/platform/messages/webhooks/deliver-webhooks";
import { failingReceiverCap } from "@/lib/terms/outbound-webhooks";
import { type Task, tenantIn } from "./task";

/** Delivers events to the marketplaces' endpoints, each receiver in its own lane. */
export const deliverWebhookTask: Task = {
  name: "deliver-webhook",
  words: "delivering an event",
  table: deliveries,
  concurrency: 400,
  // As many as fill the places if all their receivers fail.
  lanesAtOnce: 400 / failingReceiverCap,
  gathers: true,
  claim: async (limit, now, { lane, inHand, retries = true }) => {
    const tenant = lane === undefined ? undefined : tenantIn(lane);
    if (tenant === null) return [];
    return claimDueDeliveries(limit, now, { tenant, inFlight: inHand, firstAttemptsOnly: !retries });
  },
  nextClaim: async (lane, now) => {
    const tenant = tenantIn(lane);
    return tenant && nextClaim(deliveries, tenant, now, takesDeliveries(tenant));
  },
  dueRows: (tenant, limit, now, { retries }) => dueDeliveriesOf(tenant, limit, now, { firstAttemptsOnly: !retries }),
  dueLanes: dueDeliveryLanes,
  nextDue: nextDeliveryOf,
  run: deliver,
};
