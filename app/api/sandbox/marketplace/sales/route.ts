import { orMisbehaviour } from "@/app/api/sandbox/marketplace/or-misbehaviour";
import { anyone } from "@/lib/edge/http/auth";
import { bearerOf } from "@/lib/edge/http/bearer";
import { route } from "@/lib/edge/http/route";
import { readSellerSales } from "@/lib/sandbox/demo/provider/read-seller-sales";
import { sellerSales } from "@/lib/sandbox/demo/provider/schema";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";

export const dynamic = "force-dynamic";

export const GET = route({
  operationId: "sandboxMarketplaceSales",
  summary: "The demo marketplace's own server: a seller's merchant data record",
  description: "With an access token of the demo marketplace's, whose seller the record is about.",
  auth: anyone,
  rate: null,
  answers: { 200: { description: "The record", body: sellerSales } },
  errors: ["UNAUTHENTICATED", "NOT_FOUND"],
  handle: async ({ request, realNow }) => {
    requireSandbox(request.headers);
    const call = { token: bearerOf(request.headers) ?? "", realNow, signal: request.signal };
    return orMisbehaviour(async () => ({ status: 200, body: await readSellerSales(call) }));
  },
});
