import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { sandboxInfo } from "@/lib/sandbox/seed/info";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";
import { sandboxInfoAnswer } from "@/lib/sandbox/test-helpers/schema";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "sandboxInfo",
  summary: "Addresses, versions, clock and magic values of this sandbox",
  description: "What to try and where. Only in a sandbox; 404 elsewhere.",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The sandbox", body: sandboxInfoAnswer } },
  errors: ["NOT_FOUND"],
  respond: async ({ request, realNow }) => {
    requireSandbox(request.headers);
    return sandboxInfo(realNow);
  },
});
