import { anyone } from "@/lib/edge/http/auth";
import { maxFormBytes, oauthFormat } from "@/lib/edge/http/oauth-format";
import { route } from "@/lib/edge/http/route";
import { exchange } from "@/lib/sales/oauth/exchange-grant";
import { tokenAnswer, tokenRequest } from "@/lib/sales/oauth/schema";

export const POST = route({
  operationId: "oauthToken",
  summary: "Exchange a code, a refresh token or client credentials for an access token",
  description:
    "RFC 6749 with PKCE (RFC 7636). The client authenticates by HTTP Basic or in the body. Codes and refresh tokens are good once.",
  auth: anyone,
  rate: "write",
  wireFormat: oauthFormat,
  maxBody: maxFormBytes,
  body: tokenRequest,
  answers: { 200: { description: "The tokens", body: tokenAnswer } },
  handle: async ({ request, body, realNow }) => ({
    status: 200,
    body: await exchange({ authorization: request.headers.get("authorization"), input: body, realNow }),
    headers: { pragma: "no-cache" },
  }),
});
