import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { receiveRepayment } from "@/lib/lending/repayments/receive-repayment";
import { eventReceived, repaymentEvent } from "@/lib/sales/data-events/schema";
import { toEventReceived } from "@/lib/sales/data-events/serialize";

export const POST = route({
  operationId: "submitRepaymentEvent",
  summary: "Submit a repayment event",
  description:
    "Same content and effect as the repayment webhook, in camelCase: whichever comes first counts, the other is a repetition. Safe to repeat: the same event gives the first answer again.",
  auth: accessToken("events.write"),
  rate: "write",
  body: repaymentEvent,
  answers: { 200: { description: "Received, and booked", body: eventReceived } },
  errors: receiveRepayment.errors,
  respond: async ({ actor, body, sent, now }) =>
    toEventReceived(await receiveRepayment({ actor, input: body, raw: sent, now })),
});
