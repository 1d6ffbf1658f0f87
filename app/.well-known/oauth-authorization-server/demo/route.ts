import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { demoMetadata } from "@/lib/sandbox/demo/provider/addresses";
import { demoServerMetadata } from "@/lib/sandbox/demo/provider/schema";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "sandboxMarketplaceMetadata",
  summary: "The demo marketplace's own OAuth server: its metadata",
  description:
    "RFC 8414. Here the demo marketplace is the server and the service its client: sellers who connect their shop allow the service to read their sales.",
  auth: anyone,
  rate: null,
  answers: { 200: { description: "The metadata", body: demoServerMetadata } },
  errors: ["NOT_FOUND"],
  respond: async ({ request }) => {
    requireSandbox(request.headers);
    return demoMetadata();
  },
});
