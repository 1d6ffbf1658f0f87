import { toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { proposeRail } from "@/lib/lending/proposals/propose-rail";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { railBody } from "@/lib/parties/lenders/schema";

export const PUT = route({
  ...toManage,
  operationId: "proposeLenderRail",
  summary: "Propose over which account a lender's money moves",
  description:
    "The key is tried with a call that moves nothing. Another key of the same account replaces the one before; another account is another rail, and orders under way stay with theirs.",
  body: railBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeRail.errors,
  respond: ({ actor: operator, params: { lenderId = "" }, body: input, realNow }) =>
    proposeRail({ operator, lenderId, input, realNow }),
});
