import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { bookLineBody } from "@/lib/lending/bank-statements/schema";
import { proposeLineBooking } from "@/lib/lending/proposals/propose-line";
import { proposalAnswer } from "@/lib/lending/proposals/schema";

export const POST = route({
  ...toPay,
  operationId: "proposeLineBooking",
  summary: "Propose to book a credit to a loan",
  description: "One that matched no order. It counts from its value date, once another operator approves it.",
  body: bookLineBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeLineBooking.errors,
  respond: ({ actor: operator, params: { lenderId = "", accountId = "", lineId = "" }, body: input, realNow }) =>
    proposeLineBooking({ operator, lenderId, accountId, lineId, input, realNow }),
});
