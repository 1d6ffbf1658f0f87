import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { dismissLinesBody } from "@/lib/lending/bank-statements/schema";
import { proposeLinesDismissal } from "@/lib/lending/proposals/propose-line";
import { proposalAnswer } from "@/lib/lending/proposals/schema";

export const POST = route({
  ...toPay,
  operationId: "proposeLinesDismissal",
  summary: "Propose to dismiss several lines of an account's statements",
  description: "For one reason, all or none: those that are none of the service's business, or were settled otherwise.",
  body: dismissLinesBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeLinesDismissal.errors,
  respond: ({ actor: operator, params: { lenderId = "", accountId = "" }, body: input, realNow }) =>
    proposeLinesDismissal({ operator, lenderId, accountId, input, realNow }),
});
