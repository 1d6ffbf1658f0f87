import { toManage } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { proposeAccountEnd } from "@/lib/lending/proposals/propose-account";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { lenderAccountEndBody } from "@/lib/parties/lenders/accounts/schema";

export const POST = route({
  ...toManage,
  operationId: "proposeLenderAccountEnd",
  summary: "Propose that a lender's bank account is used no more",
  description: "Nothing is paid from it or to it then; what it was used for stays on record.",
  body: lenderAccountEndBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeAccountEnd.errors,
  respond: ({ actor: operator, params: { lenderId = "", accountId = "" }, body: input, realNow }) =>
    proposeAccountEnd({ operator, lenderId, accountId, input, realNow }),
});
