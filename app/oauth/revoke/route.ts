import { anyone } from "@/lib/edge/http/auth";
import { maxFormBytes, oauthFormat } from "@/lib/edge/http/oauth-format";
import { route } from "@/lib/edge/http/route";
import { revoke } from "@/lib/sales/oauth/revoke-token";
import { tokenBody } from "@/lib/sales/oauth/schema";

export const POST = route({
  operationId: "oauthRevoke",
  summary: "Revoke a token",
  description:
    "RFC 7009. Revoking a refresh token revokes every token of the same consent. An unknown token is answered with 200, too.",
  auth: anyone,
  rate: "write",
  wireFormat: oauthFormat,
  maxBody: maxFormBytes,
  body: tokenBody,
  answers: { 200: { description: "The token is no longer valid, or never was" } },
  respond: ({ request, body, realNow }) =>
    revoke({ authorization: request.headers.get("authorization"), input: body, realNow }),
});
