import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { readOAuthCredentials } from "@/lib/sales/oauth/clients/queries";
import { registerClient } from "@/lib/sales/oauth/clients/register-client";
import { oauthClientRegistered, oauthCredentials, oauthCredentialsBody } from "@/lib/sales/oauth/clients/schema";

export const GET = route({
  operationId: "getOAuthCredentials",
  summary: "Show the OAuth client",
  description:
    "The client's id, its redirect URIs, and when its secret was made and used. 404 until the client is made. The " +
    "secret is not shown again.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  answers: { 200: { description: "The client", body: oauthCredentials } },
  errors: readOAuthCredentials.errors,
  respond: ({ actor, realNow }) => readOAuthCredentials(actor.tenant, realNow),
});

export const PUT = route({
  operationId: "saveOAuthCredentials",
  summary: "Replace the redirect URIs",
  description:
    "Replaces the redirect URIs of the OAuth client, or makes the client: its secret is in that answer only. " +
    "Addresses are https, in test also http on the developer's machine, without fragment, and match exactly.",
  auth: dashboardToken({ permission: registerClient.permission, environment: true }),
  rate: "write",
  body: oauthCredentialsBody,
  answers: { 200: { description: "Saved", body: oauthClientRegistered } },
  errors: registerClient.errors,
  respond: ({ actor, body, realNow }) => registerClient({ actor, input: body, realNow }),
});
