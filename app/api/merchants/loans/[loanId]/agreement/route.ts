import { accountToken } from "@/lib/edge/http/account-token";
import { agreementRoute } from "@/lib/edge/http/agreement-route";
import { holderOfLoan, readHolding } from "@/lib/surfaces/account/loans/holding";

export const GET = agreementRoute("getAccountLoanAgreement", accountToken, async ({ actor, params, realNow }) => {
  const held = await holderOfLoan(await readHolding(actor.userId, realNow), params.loanId ?? "");
  return held.actor;
});
