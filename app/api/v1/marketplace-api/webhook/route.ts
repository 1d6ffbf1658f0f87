import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { getEndpoint } from "@/lib/platform/messages/webhooks/queries";
import { registerEndpoint } from "@/lib/platform/messages/webhooks/register-endpoint";
import { endpointAnswer, endpointRegistered, registerEndpointBody } from "@/lib/platform/messages/webhooks/schema";

export const GET = route({
  operationId: "getWebhook",
  summary: "Show the webhook endpoint",
  description:
    "Where events go, which ones, and whether sending is enabled. 404 until one is registered. The secret is not shown again.",
  auth: secretKey,
  rate: "read",
  answers: { 200: { description: "The endpoint", body: endpointAnswer } },
  errors: getEndpoint.errors,
  respond: ({ actor }) => getEndpoint(actor.tenant),
});

export const PUT = route({
  operationId: "registerWebhook",
  summary: "Register the webhook endpoint",
  description:
    "Sets where events go: https at a public address (for test data, where the sandbox is on, also http and loopback). " +
    "Leave events out to receive all. A disabled endpoint is enabled again. The secret is returned once, when the " +
    "endpoint is first created.",
  auth: secretKey,
  rate: "write",
  body: registerEndpointBody,
  answers: { 200: { description: "Registered", body: endpointRegistered } },
  respond: ({ actor, body, now }) => registerEndpoint({ actor, input: body, now }),
});
