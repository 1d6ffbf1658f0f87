import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { deliveryDetail } from "@/lib/platform/messages/webhooks/delivery-schema";
import { getDelivery } from "@/lib/platform/messages/webhooks/list-deliveries";

export const GET = route({
  operationId: "getWebhookDelivery",
  summary: "Show a webhook delivery",
  description:
    "One delivery with the request, the answer and the time of every attempt. A viewer sees addresses without their query: " +
    "`?[hidden]`.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  answers: { 200: { description: "The delivery", body: deliveryDetail } },
  errors: getDelivery.errors,
  respond: ({ actor, params }) => getDelivery(reachOf(actor), params.deliveryId ?? "", actor),
});
