import { checkHealth } from "@/lib/health/check-health";
import { heldHealth } from "@/lib/health/held-health";
import { health } from "@/lib/health/schema";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { jobsProblem } from "@/lib/jobs/health";
import { life } from "@/lib/jobs/life";

export const dynamic = "force-dynamic";

const readHealth = heldHealth(() => checkHealth(jobsProblem, life.pagesThere));

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
