import { nextClaimOf, releaseAll } from "@/db/due";
import { deliveries } from "@/db/schema/webhooks";
import * as clock from "@/lib/kernel/clock";
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
  concurrency: 400,
  // As many as fill the places if all their receivers fail.
  lanesAtOnce: 400 / failingReceiverCap,
  gathers: true,
  claimDue: (limit, now, lanes) => claimDueDeliveries(limit, now, { inFlight: lanes }),
  claimDueOf: (tenant, limit, now, { retries }) =>
    claimDueDeliveries(limit, now, { tenant, firstAttemptsOnly: !retries }),
  claimDueIn: async (lane, limit, now, lanes) => {
    const tenant = tenantIn(lane);
    return tenant ? claimDueDeliveries(limit, now, { tenant, inFlight: lanes }) : [];
  },
  nextDueIn: async (lane, now) => {
    const tenant = tenantIn(lane);
    return tenant && nextClaimOf(tenant, deliveries, now, takesDeliveries(tenant));
  },
  dueRowsOf: (tenant, limit, now, { retries }) => dueDeliveriesOf(tenant, limit, now, { firstAttemptsOnly: !retries }),
  dueLanes: dueDeliveryLanes,
  nextDueOf: nextDeliveryOf,
  run: (id, businessTime) => deliver(id, businessTime),
  release: () => releaseAll(deliveries, clock.now()),
};
