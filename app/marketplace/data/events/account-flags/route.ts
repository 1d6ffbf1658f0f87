import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { receiveAccountFlag } from "@/lib/sales/data-events/receive-account-flag";
import { accountFlagEvent, eventReceived } from "@/lib/sales/data-events/schema";
import { toEventReceived } from "@/lib/sales/data-events/serialize";

export const POST = route({
  operationId: "submitAccountFlag",
  summary: "Submit an account flag",
  description:
    "SUSPENDED suspends the connection and REINSTATED lifts that alone; the one that occurred last decides. CLEARED takes back any FRAUD and POLICY_VIOLATION that occurred before it. The merchant is scored again before the answer. Safe to repeat: the same event gives the first answer again.",
  auth: accessToken("events.write"),
  rate: "write",
  body: accountFlagEvent,
  answers: { 200: { description: "Received, and in effect", body: eventReceived } },
  errors: receiveAccountFlag.errors,
  respond: async ({ actor, body, now }) => toEventReceived(await receiveAccountFlag({ actor, input: body, now })),
});
