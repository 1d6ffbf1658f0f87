"use server";

import { z } from "zod";
import { dashboardAction } from "@/lib/edge/http/actions/dashboard-action";
import { dayBegins, dayEnds } from "@/lib/kernel/lagos-days";
import { eventDate, text } from "@/lib/kernel/validation";
import { deliveryIds } from "@/lib/platform/messages/webhooks/delivery-schema";
import { redeliverDeliveries } from "@/lib/platform/messages/webhooks/redeliver-deliveries";
import { redeliverFailed } from "@/lib/platform/messages/webhooks/redeliver-events";
import { countFailed, mostCounted } from "@/lib/surfaces/dashboard/deliveries-list";

const days = z.object({ from: eventDate, to: eventDate });

export const resend = dashboardAction({
  name: "redeliverDeliveries",
  permission: redeliverDeliveries.permission,
  input: z.object({ ids: deliveryIds }),
  work: async (call) => ({ sent: (await redeliverDeliveries(call)).length }),
});

export const countFailedOf = dashboardAction({
  name: "countFailedDeliveries",
  permission: "change",
  rate: "read",
  input: days,
  work: async ({ actor, input }) => {
    const failed = await countFailed(actor.tenant, input);
    return { failed, more: failed === mostCounted };
  },
});

export const resendFailed = dashboardAction({
  name: "redeliverFailed",
  permission: redeliverFailed.permission,
  input: days.extend({ after: text(255).nullable() }),
  work: ({ actor, input, now, realNow }) => {
    const period = { from: dayBegins(input.from), to: dayEnds(input.to) };
    return redeliverFailed({ actor, input: { ...period, after: input.after }, now, realNow });
  },
});
