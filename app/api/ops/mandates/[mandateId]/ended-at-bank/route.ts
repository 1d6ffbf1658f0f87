import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { endMandateAtBank } from "@/lib/lending/transfers/mandates/end-mandate-at-bank";

export const POST = route({
  ...toPay,
  operationId: "endMandateAtBank",
  summary: "Say that a mandate has been ended at the bank",
  description: "It is on the list of those to be ended no more.",
  answers: { 204: { description: "Noted" } },
  errors: ["INSUFFICIENT_ROLE", ...endMandateAtBank.errors],
  respond: ({ actor: operator, params: { mandateId = "" }, realNow }) =>
    endMandateAtBank({ operator, mandateId, realNow }),
});
