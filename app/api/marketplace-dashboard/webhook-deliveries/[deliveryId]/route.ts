import { dashboardToken } from "@/lib/http/dashboard-token";
import { route } from "@/lib/http/route";
import { reachOf } from "@/lib/reach";
import { deliveryDetail } from "@/lib/webhooks/outbound/delivery-schema";
import { getDelivery } from "@/lib/webhooks/outbound/list-deliveries";

export const GET = route({
  operationId: "getWebhookDelivery",
  summary: "Show a webhook delivery",
  description:
    "One delivery with the request, the answer and the time of every attempt. A viewer sees addresses without their query: " +
    "`?[hidden]`.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  answers: { 200: { description: "The delivery", body: deliveryDetail } },
  errors: ["NOT_FOUND"],
  respond: ({ actor, params }) => getDelivery(reachOf(actor), params.deliveryId ?? "", actor),
});
