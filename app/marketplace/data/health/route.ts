import { accessToken } from "@/lib/http/access-token";
import { route } from "@/lib/http/route";
import { readDataHealth } from "@/lib/ingestion/data-health";
import { dataHealth } from "@/lib/ingestion/data-health-schema";

export const GET = route({
  operationId: "dataHealth",
  summary: "Health of the integration",
  description: "What came in, what is scored and what goes out. A merchant's token sees that merchant's figures alone.",
  auth: accessToken("data.share.sales"),
  rate: "read",
  answers: { 200: { description: "The state of the integration; checks says what is degraded", body: dataHealth } },
  handle: async ({ actor, now }) => ({ status: 200, body: await readDataHealth(actor, now) }),
});
