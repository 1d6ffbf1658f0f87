import { secretKey } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { redeliver } from "@/lib/platform/messages/webhooks/redeliver-deliveries";
import { eventAnswer } from "@/lib/platform/messages/webhooks/schema";

export const POST = route({
  operationId: "redeliverEvent",
  summary: "Redeliver an event",
  description:
    "Starts a new round of attempts under the same event_id. An attempt already under way is not duplicated.",
  auth: secretKey,
  rate: "write",
  idempotent: true,
  answers: { 200: { description: "The event, due now", body: eventAnswer } },
  errors: redeliver.errors,
  respond: ({ actor, params, now, realNow }) =>
    redeliver({ actor, input: { eventId: params.eventId ?? "" }, now, realNow }),
});
