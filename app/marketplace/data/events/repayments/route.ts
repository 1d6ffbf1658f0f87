import { eventReceived, repaymentEvent } from "@/lib/data-events/schema";
import { toEventReceived } from "@/lib/data-events/serialize";
import { accessToken } from "@/lib/http/access-token";
import { route } from "@/lib/http/route";
import { receiveRepayment } from "@/lib/repayments/receive-repayment";

export const POST = route({
  operationId: "submitRepaymentEvent",
  summary: "Submit a repayment event",
  description:
    "Same content and effect as the repayment webhook, in camelCase: whichever comes first counts, the other is a repetition. Safe to repeat: the same event gives the first answer again.",
  auth: accessToken("events.write"),
  rate: "write",
  body: repaymentEvent,
  answers: { 200: { description: "Received, and booked", body: eventReceived } },
  errors: ["NOT_FOUND", "EVENT_CONFLICT", "DEDUCTION_CONFLICT"],
  respond: async ({ actor, body, sent, now }) =>
    toEventReceived(await receiveRepayment({ actor, input: body, raw: sent, now })),
});
