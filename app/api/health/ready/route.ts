import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { life } from "@/lib/edge/jobs/life";
import { checkReadiness } from "@/lib/surfaces/health/check-readiness";
import { heldReadiness } from "@/lib/surfaces/health/held-health";
import { readiness } from "@/lib/surfaces/health/schema";

export const dynamic = "force-dynamic";

const readReadiness = heldReadiness(checkReadiness, () => life.stopping === true);

export const GET = route({
  operationId: "ready",
  summary: "Whether the process is ready for requests",
  description:
    "For a load balancer: whether this process has its database, with the schema that it works with, and is not about to end. " +
    "`storage` is told and decides nothing: without it, requests for documents are 503 by themselves. As of a second or two ago, but for the end.",
  auth: anyone,
  rate: null,
  answers: {
    200: { description: "It is", body: readiness },
    503: { description: "It is not; checks says why", body: readiness },
  },
  handle: async ({ realNow }) => {
    const answer = await readReadiness(realNow);
    return { status: answer.status === "ready" ? 200 : 503, body: answer };
  },
});
