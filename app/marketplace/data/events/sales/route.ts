import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { receiveSalesEvent } from "@/lib/sales/data-events/receive-sales-event";
import { eventReceived, salesEvent } from "@/lib/sales/data-events/schema";
import { toEventReceived } from "@/lib/sales/data-events/serialize";

export const POST = route({
  operationId: "submitSalesEvent",
  summary: "Submit a sales event",
  description: "One order. Safe to repeat: the same event gives the first answer again.",
  auth: accessToken("events.write"),
  rate: "write",
  body: salesEvent,
  answers: { 200: { description: "Received", body: eventReceived } },
  errors: receiveSalesEvent.errors,
  respond: async ({ actor, body, now }) => toEventReceived(await receiveSalesEvent({ actor, input: body, now })),
});
