import { orMisbehaviour } from "@/app/api/sandbox/marketplace/or-misbehaviour";
import { anyone } from "@/lib/edge/http/auth";
import { maxFormBytes, oauthFormat } from "@/lib/edge/http/oauth-format";
import { route } from "@/lib/edge/http/route";
import { tokenBody } from "@/lib/sales/oauth/schema";
import { revokeDemoToken } from "@/lib/sandbox/demo/provider/access";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";

export const POST = route({
  operationId: "sandboxMarketplaceRevoke",
  summary: "The demo marketplace's own OAuth server: revoke a token",
  description:
    "RFC 7009. Either token ends all that the seller allowed with it. An unknown one is answered with 200, too.",
  auth: anyone,
  rate: null,
  wireFormat: oauthFormat,
  maxBody: maxFormBytes,
  body: tokenBody,
  answers: { 200: { description: "The token is no longer valid, or never was" } },
  errors: ["NOT_FOUND"],
  handle: async ({ request, body, realNow }) => {
    requireSandbox(request.headers);
    const call = { authorization: request.headers.get("authorization"), input: body, realNow, signal: request.signal };
    return orMisbehaviour(async () => {
      await revokeDemoToken(call);
      return { status: 200 };
    });
  },
});
