import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { sandboxMerchants } from "@/lib/sandbox/seed/info";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";
import { sandboxMerchantsAnswer } from "@/lib/sandbox/test-helpers/schema";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "sandboxMerchants",
  summary: "The demo marketplace's test merchants, one per outcome",
  description:
    "Made when the sandbox starts, to show every outcome without any work. Only in a sandbox; 404 elsewhere.",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The merchants, with the status of each", body: sandboxMerchantsAnswer } },
  errors: ["NOT_FOUND"],
  respond: async ({ request }) => {
    requireSandbox(request.headers);
    return { merchants: await sandboxMerchants() };
  },
});
