import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { sandboxMerchants } from "@/lib/sandbox/info";
import { requireSandbox } from "@/lib/sandbox/require-sandbox";
import { sandboxMerchantsAnswer } from "@/lib/sandbox/schema";

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
