import { receiveRepaymentEvent } from "@/lib/data-events/receive-repayment-event";
import { eventReceived, repaymentEvent } from "@/lib/data-events/schema";
import { toEventReceived } from "@/lib/data-events/serialize";
import { accessToken } from "@/lib/http/access-token";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "submitRepaymentEvent",
  summary: "Submit a repayment event",
  description:
    "What the repayment webhook says, in camelCase. Safe to repeat: the same event gives the first answer again.",
  auth: accessToken("events.write"),
  rate: "write",
  body: repaymentEvent,
  answers: { 200: { description: "Received", body: eventReceived } },
  errors: ["NOT_FOUND", "EVENT_CONFLICT"],
  handle: async ({ actor, body, now }) => {
    const receipt = await receiveRepaymentEvent({ actor, input: body, now });
    return { status: 200, body: toEventReceived(receipt) };
  },
});
