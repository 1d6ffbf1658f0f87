import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { deliveryAnswer } from "@/lib/platform/messages/webhooks/delivery-schema";
import { redeliverDeliveries } from "@/lib/platform/messages/webhooks/redeliver-deliveries";

export const POST = route({
  operationId: "redeliverWebhookDelivery",
  summary: "Send a webhook delivery again",
  description:
    "Starts a new round of attempts under the same event_id. An attempt already under way is not duplicated.",
  auth: dashboardToken({ permission: redeliverDeliveries.permission, environment: true }),
  rate: "write",
  idempotent: true,
  answers: { 200: { description: "The delivery, due now", body: deliveryAnswer } },
  errors: redeliverDeliveries.errors,
  respond: async ({ actor, params, now, realNow }) => {
    const [delivery] = await redeliverDeliveries({ actor, input: { ids: [params.deliveryId ?? ""] }, now, realNow });
    return delivery;
  },
});
