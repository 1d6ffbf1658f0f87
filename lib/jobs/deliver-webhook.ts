import { releaseAll } from "@/db/due";
import { deliveries } from "@/db/schema/webhooks";
import * as clock from "@/lib/clock";
import {
  claimDelivery,
  claimDueDeliveries,
  dueDeliveriesOf,
  dueDeliveryLanes,
  nextDeliveryOf,
  peekDueDeliveries,
} from "@/lib/webhooks/outbound/claim-deliveries";
import { deliver } from "@/lib/webhooks/outbound/deliver-webhooks";
import type { Task } from "./task";

/** Delivers events to the marketplaces' endpoints, each receiver in its own lane. */
export const deliverWebhookTask: Task = {
  name: "deliver-webhook",
  concurrency: 400,
  gathers: true,
  peek: peekDueDeliveries,
  claimDue: (limit, now, lanes) => claimDueDeliveries(limit, now, { inFlight: lanes }),
  claimDueOf: (tenant, limit, now, { retries }) =>
    claimDueDeliveries(limit, now, { tenant, firstAttemptsOnly: !retries }),
  claimOne: claimDelivery,
  dueRowsOf: (tenant, limit, now, { retries }) => dueDeliveriesOf(tenant, limit, now, { firstAttemptsOnly: !retries }),
  dueLanes: dueDeliveryLanes,
  nextDueOf: nextDeliveryOf,
  run: (id, businessTime) => deliver(id, businessTime),
  release: () => releaseAll(deliveries, clock.now()),
};
