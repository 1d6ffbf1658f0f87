import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { readWebhookSettings } from "@/lib/platform/messages/webhooks/read-settings";
import { registerEndpoint } from "@/lib/platform/messages/webhooks/register-endpoint";
import {
  webhookSettings,
  webhookSettingsBody,
  webhookSettingsSaved,
} from "@/lib/platform/messages/webhooks/settings-schema";

export const GET = route({
  operationId: "getWebhookSettings",
  summary: "Show the webhook endpoint",
  description:
    "Where events of the environment go, which ones, and how it fares. 404 until one is registered. The secret is not " +
    "shown again, and a viewer sees the address without its query: `?[hidden]`.",
  auth: dashboardToken({ environment: true }),
  rate: "read",
  answers: { 200: { description: "The endpoint", body: webhookSettings } },
  errors: readWebhookSettings.errors,
  respond: ({ actor, realNow }) => readWebhookSettings(actor, realNow),
});

export const PUT = route({
  operationId: "saveWebhookSettings",
  summary: "Register the webhook endpoint",
  description:
    "As `PUT /api/v1/marketplace-api/webhook`: sets where events go and enables a disabled endpoint again. The secret " +
    "is returned once, when the endpoint is first created.",
  auth: dashboardToken({ permission: registerEndpoint.permission, environment: true }),
  rate: "write",
  body: webhookSettingsBody,
  answers: { 200: { description: "Registered", body: webhookSettingsSaved } },
  errors: registerEndpoint.errors,
  respond: ({ actor, body, now }) => registerEndpoint({ actor, input: body, now }),
});
