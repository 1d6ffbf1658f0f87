import { z } from "zod";
import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { deliveryFilters, deliveryList } from "@/lib/platform/messages/webhooks/delivery-schema";
import { listDeliveries } from "@/lib/platform/messages/webhooks/list-deliveries";

export const GET = route({
  operationId: "listWebhookDeliveries",
  summary: "List webhook deliveries",
  description: "Deliveries of the last 30 days to the webhook endpoint of one environment, newest first.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...deliveryFilters.shape }),
  answers: { 200: { description: "A page of deliveries", body: deliveryList } },
  respond: ({ actor, query }) => listDeliveries(reachOf(actor), query),
});
