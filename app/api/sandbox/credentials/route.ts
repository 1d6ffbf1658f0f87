import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { sandboxCredentials } from "@/lib/sandbox/seed/info";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";
import { sandboxCredentialsAnswer } from "@/lib/sandbox/test-helpers/schema";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "sandboxCredentials",
  summary: "The demo marketplace's test credentials",
  description: "Served only by the sandbox, to who asks under the base address or a name of this machine.",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The credentials", body: sandboxCredentialsAnswer } },
  errors: ["NOT_FOUND"],
  respond: async ({ request }) => {
    requireSandbox(request.headers);
    return sandboxCredentials();
  },
});
