import { toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { proposeRailEnd } from "@/lib/lending/proposals/propose-rail";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { railEndBody } from "@/lib/parties/lenders/schema";

export const POST = route({
  ...toManage,
  operationId: "proposeLenderRailEnd",
  summary: "Propose that a lender's money moves no more",
  description: "It makes no new offers then. What was ordered over the account is asked for to its end.",
  body: railEndBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeRailEnd.errors,
  respond: ({ actor: operator, params: { lenderId = "" }, body: input, realNow }) =>
    proposeRailEnd({ operator, lenderId, input, realNow }),
});
