import type { Task } from "@/lib/jobs/task";
import { claimDelivery, claimDueDeliveries, hasDueDeliveries, peekDueDeliveries } from "@/lib/webhooks/outbound/claim";
import { deliver } from "@/lib/webhooks/outbound/deliver";

/** Delivers events to the marketplaces' endpoints, each receiver in its own lane. */
export const deliverWebhookTask: Task = {
  name: "deliver-webhook",
  concurrency: 400,
  peek: peekDueDeliveries,
  claimDue: (limit, now, lanes) => claimDueDeliveries(limit, now, { inFlight: lanes }),
  claimDueOf: async (tenant, limit, now) => {
    const claimed = await claimDueDeliveries(limit, now, { tenant, firstAttemptsOnly: true });
    return claimed.map(({ id }) => id);
  },
  claimOne: claimDelivery,
  hasDue: (tenant, now) => hasDueDeliveries(tenant, now, { firstAttemptsOnly: true }),
  run: (id) => deliver(id),
};
