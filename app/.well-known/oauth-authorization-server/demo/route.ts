import { demoMetadata } from "@/lib/demo/provider/addresses";
import { demoServerMetadata } from "@/lib/demo/provider/schema";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { requireSandbox } from "@/lib/sandbox/require-sandbox";

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
