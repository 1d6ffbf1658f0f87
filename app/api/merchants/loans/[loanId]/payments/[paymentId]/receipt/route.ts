import { holderOfLoan, readHolding } from "@/lib/held-loans/holding";
import { accountToken } from "@/lib/http/account-token";
import { receiptRoute } from "@/lib/http/agreement-route";

export const GET = receiptRoute("getAccountReceipt", accountToken, async ({ actor, params, realNow }) =>
  holderOfLoan(await readHolding(actor.userId, realNow), params.loanId ?? ""),
);
