import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { sandboxCredentials } from "@/lib/sandbox/info";
import { requireSandbox } from "@/lib/sandbox/require-sandbox";
import { sandboxCredentialsAnswer } from "@/lib/sandbox/schema";

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
