import { secretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { redeliver } from "@/lib/webhooks/outbound/redeliver-event";
import { eventAnswer } from "@/lib/webhooks/outbound/schema";

export const POST = route({
  operationId: "redeliverEvent",
  summary: "Send an event again",
  description: "The same event_id, a new round of attempts. An attempt under way at this moment is not doubled.",
  auth: secretKey,
  rate: "write",
  idempotent: true,
  answers: { 200: { description: "The event, due now", body: eventAnswer } },
  errors: ["NOT_FOUND", "WEBHOOK_NOT_REGISTERED"],
  handle: async ({ actor, params, now, realNow }) => ({
    status: 200,
    body: await redeliver({ actor, input: { eventId: params.eventId ?? "" }, now, realNow }),
  }),
});
