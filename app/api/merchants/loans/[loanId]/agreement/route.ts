import { holderOfLoan, readHolding } from "@/lib/held-loans/holding";
import { accountToken } from "@/lib/http/account-token";
import { agreementRoute } from "@/lib/http/agreement-route";

export const GET = agreementRoute("getAccountLoanAgreement", accountToken, async ({ actor, params, realNow }) => {
  const held = await holderOfLoan(await readHolding(actor.userId, realNow), params.loanId ?? "");
  return held.actor;
});
