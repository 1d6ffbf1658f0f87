import { checkHealth } from "@/lib/health/check-health";
import { health } from "@/lib/health/schema";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { jobsProblem } from "@/lib/jobs/health";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "health",
  summary: "Health of the service and its parts",
  auth: anyone,
  rate: null,
  answers: {
    200: { description: "Everything works", body: health },
    503: { description: "Something is down; checks names it", body: health },
  },
  handle: async () => {
    const checks = await checkHealth(jobsProblem);
    const up = checks.every((check) => check.status === "ok");
    return { status: up ? 200 : 503, body: { status: up ? "ok" : "down", checks } };
  },
});
