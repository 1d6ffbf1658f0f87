import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { requireSandbox, sandboxCredentials } from "@/lib/sandbox/info";
import { sandboxCredentialsAnswer } from "@/lib/sandbox/schema";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "sandboxCredentials",
  summary: "The demo marketplace's test credentials",
  description: "Served only where nobody else can reach the service.",
  auth: anyone,
  rate: "read",
  answers: { 200: { description: "The credentials", body: sandboxCredentialsAnswer } },
  errors: ["NOT_FOUND"],
  respond: async () => {
    requireSandbox();
    return sandboxCredentials();
  },
});
