import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { jobsProblem } from "@/lib/edge/jobs/health";
import { life } from "@/lib/edge/jobs/life";
import { checkHealth } from "@/lib/surfaces/health/check-health";
import { heldHealth } from "@/lib/surfaces/health/held-health";
import { health } from "@/lib/surfaces/health/schema";

export const dynamic = "force-dynamic";

const readHealth = heldHealth(() => checkHealth(jobsProblem, life.pagesAre));

export const GET = route({
  operationId: "health",
  summary: "Health of the service and its parts",
  description:
    "For monitoring: whether the database, the jobs, the storage, the mail, the ledger and the pages work, each with a detail, as " +
    "of a few seconds ago.",
  auth: anyone,
  rate: null,
  answers: {
    200: { description: "It serves; degraded when an operator should look at what checks names", body: health },
    503: { description: "Something is down; checks names it", body: health },
  },
  handle: async ({ realNow }) => {
    const answer = await readHealth(realNow);
    return { status: answer.status === "down" ? 503 : 200, body: answer };
  },
});
