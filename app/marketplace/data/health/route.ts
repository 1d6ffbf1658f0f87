import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { readDataHealth } from "@/lib/sales/records/data-health";
import { dataHealth } from "@/lib/sales/records/data-health-schema";

export const GET = route({
  operationId: "dataHealth",
  summary: "Health of the integration",
  description:
    "Data received, scores computed and webhooks delivered. A merchant's token sees only that merchant's figures.",
  auth: accessToken("data.share.sales"),
  rate: "read",
  answers: { 200: { description: "The state of the integration; checks says what is degraded", body: dataHealth } },
  respond: ({ actor, now }) => readDataHealth(actor, now),
});
