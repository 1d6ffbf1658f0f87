import { operatorFile } from "@/lib/edge/http/actions/operator-file";
import { agreementFile } from "@/lib/edge/http/agreement-route";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { requireLoanIn } from "@/lib/surfaces/console/loans/in-environment";

export const GET = operatorFile("view", async ({ operator, environment, params: { loanId = "" }, realNow }) => {
  await requireLoanIn(environment, loanId);
  const { actor } = await operatorOn(operator, loanId, realNow);
  return agreementFile(actor, loanId);
});
