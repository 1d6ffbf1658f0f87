import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { redeliverEvents } from "@/lib/platform/messages/webhooks/redeliver-events";
import { rangeRedelivered, redeliverRangeBody } from "@/lib/platform/messages/webhooks/schema";

export const POST = route({
  operationId: "redeliverEvents",
  summary: "Redeliver the events of a period",
  description:
    "Every event of the endpoint's subscription that happened from `from` (inclusive) to `to` (exclusive), or those of one " +
    "delivery status, with the same event_id.",
  auth: secretKey,
  rate: "write",
  body: redeliverRangeBody,
  idempotent: true,
  answers: { 200: { description: "How many are sent again", body: rangeRedelivered } },
  errors: redeliverEvents.errors,
  respond: async ({ actor, body, now, realNow }) => ({
    redelivered: await redeliverEvents({ actor, input: body, now, realNow }),
  }),
});
