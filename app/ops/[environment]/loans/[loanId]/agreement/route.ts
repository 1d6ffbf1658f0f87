import { operatorFile } from "@/lib/edge/http/actions/operator-file";
import { agreementReply } from "@/lib/edge/http/agreement-route";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { openAgreement } from "@/lib/loans/agreements/open-agreement";
import { requireLoanIn } from "@/lib/surfaces/console/loans/in-environment";

/** Each time that it is looked at is audited. */
export const GET = operatorFile("view", async ({ operator, environment, params: { loanId = "" }, realNow }) => {
  await requireLoanIn(environment, loanId);
  return agreementReply(await openAgreement(await operatorOn(operator, loanId, realNow)));
});
