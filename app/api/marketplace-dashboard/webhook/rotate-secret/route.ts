import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { rotateWebhookSecret } from "@/lib/platform/messages/webhooks/rotate-secret";
import { webhookSecretRotated } from "@/lib/platform/messages/webhooks/settings-schema";
import { rotateSecretBody } from "@/lib/terms/secrets";

export const POST = route({
  operationId: "rotateWebhookSecret",
  summary: "Rotate the webhook secret",
  description:
    "Returns a new secret, shown only once. For 24 hours deliveries carry the signatures of both secrets, unless " +
    "`immediate` is set: `X-Service-Signature` then has two values, separated by a comma, either of which is enough. " +
    "Rotating again in that time ends the older one.",
  auth: dashboardToken({ permission: rotateWebhookSecret.permission, environment: true }),
  rate: "write",
  body: rotateSecretBody,
  answers: { 200: { description: "Rotated", body: webhookSecretRotated } },
  errors: rotateWebhookSecret.errors,
  respond: ({ actor, body, realNow }) => rotateWebhookSecret({ actor, input: body, realNow }),
});
