import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readHolding } from "@/lib/surfaces/account/loans/holding";
import { readHeldLoan } from "@/lib/surfaces/account/loans/read-held-loan";
import { refundAccountAnswer, refundAccountBody } from "@/lib/surfaces/account/loans/refund-account-schema";
import { saveRefundAccount } from "@/lib/surfaces/account/loans/save-refund-account";

export const PUT = route({
  operationId: "setAccountRefundAccount",
  summary: "Say where money that is owed goes",
  description:
    "For a loan with a `refund` whose state is ACCOUNT_NEEDED or ACCOUNT_CHECKED: more was taken than was owed, and there is no account to send it to. Asks the bank whose account it is; in another name than the business's or a director's it waits for an operator. Also after the shop was disconnected.",
  auth: accountToken,
  rate: "write",
  body: refundAccountBody,
  answers: { 200: { description: "The account is set; the loan as it is now", body: refundAccountAnswer } },
  errors: ["NOT_FOUND", "LOAN_STATE_CONFLICT", "PAYOUT_ACCOUNT_REFUSED"],
  respond: async ({ actor, params: { loanId = "" }, body, realNow }) => {
    const holding = await readHolding(actor.userId, realNow);
    await saveRefundAccount(holding, loanId, body);
    return readHeldLoan(holding, loanId);
  },
});
