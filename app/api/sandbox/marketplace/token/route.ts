import { orMisbehaviour } from "@/app/api/sandbox/marketplace/or-misbehaviour";
import { anyone } from "@/lib/edge/http/auth";
import { maxFormBytes, oauthFormat } from "@/lib/edge/http/oauth-format";
import { route } from "@/lib/edge/http/route";
import { exchangeDemoGrant } from "@/lib/sandbox/demo/provider/exchange-grant";
import { demoTokenAnswer, demoTokenRequest } from "@/lib/sandbox/demo/provider/schema";
import { requireSandbox } from "@/lib/sandbox/test-helpers/require-sandbox";

export const POST = route({
  operationId: "sandboxMarketplaceToken",
  summary: "The demo marketplace's own OAuth server: exchange a code or a refresh token",
  description: "RFC 6749 with PKCE (RFC 7636). The service calls it for a merchant who connects a shop.",
  auth: anyone,
  rate: null,
  wireFormat: oauthFormat,
  maxBody: maxFormBytes,
  body: demoTokenRequest,
  answers: { 200: { description: "The tokens", body: demoTokenAnswer } },
  errors: ["NOT_FOUND"],
  handle: async ({ request, body, realNow }) => {
    requireSandbox(request.headers);
    const call = { authorization: request.headers.get("authorization"), input: body, realNow, signal: request.signal };
    return orMisbehaviour(async () => ({
      status: 200,
      body: await exchangeDemoGrant(call),
      headers: { pragma: "no-cache" },
    }));
  },
});
