import { accountToken } from "@/lib/edge/http/account-token";
import { receiptRoute } from "@/lib/edge/http/agreement-route";
import { holderOfLoan, readHolding } from "@/lib/surfaces/account/loans/holding";

export const GET = receiptRoute("getAccountReceipt", accountToken, async ({ actor, params, realNow }) =>
  holderOfLoan(await readHolding(actor.userId, realNow), params.loanId ?? ""),
);
