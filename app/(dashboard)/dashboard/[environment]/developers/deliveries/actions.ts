"use server";

import { z } from "zod";
import { countFailed, mostCounted } from "@/lib/dashboard/deliveries-list";
import { dashboardAction } from "@/lib/http/dashboard-action";
import { dayBegins, dayEnds } from "@/lib/lagos-days";
import { eventDate, text } from "@/lib/validation";
import { deliveryIds } from "@/lib/webhooks/outbound/delivery-schema";
import { redeliverDeliveries } from "@/lib/webhooks/outbound/redeliver-deliveries";
import { redeliverFailed } from "@/lib/webhooks/outbound/redeliver-failed";

const days = z.object({ from: eventDate, to: eventDate });

export const resend = dashboardAction({
  name: "redeliverDeliveries",
  permission: "change",
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
  permission: "change",
  input: days.extend({ after: text(255).nullable() }),
  work: ({ actor, input, now, realNow }) => {
    const period = { from: dayBegins(input.from), to: dayEnds(input.to) };
    return redeliverFailed({ actor, input: { ...period, after: input.after }, now, realNow });
  },
});
