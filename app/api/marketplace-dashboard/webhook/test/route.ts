import { dashboardToken } from "@/lib/edge/http/dashboard-token";
import { route } from "@/lib/edge/http/route";
import { testSent } from "@/lib/platform/messages/webhooks/delivery-schema";
import { sendTestEvent } from "@/lib/platform/messages/webhooks/send-test-event";

export const POST = route({
  operationId: "testWebhook",
  summary: "Send a test event",
  description:
    "Sends a signed event of the type `webhook.test` to the webhook endpoint, once, and answers what came of it. It is " +
    "not kept among the deliveries, and a failure has no consequences for the endpoint.",
  auth: dashboardToken({ permission: sendTestEvent.permission, environment: true }),
  rate: "write",
  idempotent: "nonTransactional",
  answers: { 200: { description: "What was sent, and what was answered", body: testSent } },
  errors: sendTestEvent.errors,
  respond: ({ actor, now, realNow }) => sendTestEvent({ actor, now, realNow }),
});
