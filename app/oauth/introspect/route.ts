import { anyone } from "@/lib/edge/http/auth";
import { maxFormBytes, oauthFormat } from "@/lib/edge/http/oauth-format";
import { route } from "@/lib/edge/http/route";
import { introspect } from "@/lib/sales/oauth/introspect-token";
import { introspection, tokenBody } from "@/lib/sales/oauth/schema";

export const POST = route({
  operationId: "oauthIntrospect",
  summary: "Ask whether a token of this client is still good",
  description: "RFC 7662. Another client's token is reported as inactive.",
  auth: anyone,
  rate: "read",
  wireFormat: oauthFormat,
  maxBody: maxFormBytes,
  body: tokenBody,
  answers: { 200: { description: "The state of the token", body: introspection } },
  respond: ({ request, body, realNow }) =>
    introspect({ authorization: request.headers.get("authorization"), input: body, realNow }),
});
