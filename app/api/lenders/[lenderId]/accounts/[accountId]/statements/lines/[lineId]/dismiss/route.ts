import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { dismissLineBody } from "@/lib/lending/bank-statements/schema";
import { proposeLineDismissal } from "@/lib/lending/proposals/propose-line";
import { proposalAnswer } from "@/lib/lending/proposals/schema";

export const POST = route({
  ...toPay,
  operationId: "proposeLineDismissal",
  summary: "Propose to dismiss a line of a statement",
  description: "One that is none of the service's business, or was settled otherwise. Nothing is booked for it.",
  body: dismissLineBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeLineDismissal.errors,
  respond: ({ actor: operator, params: { lenderId = "", accountId = "", lineId = "" }, body: input, realNow }) =>
    proposeLineDismissal({ operator, lenderId, accountId, lineId, input, realNow }),
});
