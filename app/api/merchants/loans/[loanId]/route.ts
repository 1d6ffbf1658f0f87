import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readHolding } from "@/lib/surfaces/account/loans/holding";
import { readHeldLoan } from "@/lib/surfaces/account/loans/read-held-loan";
import { heldLoanAnswer } from "@/lib/surfaces/account/loans/schema";

export const GET = route({
  operationId: "getAccountLoan",
  summary: "Read a loan of the account",
  description:
    "An offer or a loan of any merchant that the account holds, with its schedule and what has come in. An offer is accepted in the marketplace's pages.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The loan; amounts in naira", body: heldLoanAnswer } },
  errors: ["NOT_FOUND"],
  respond: async ({ actor, params, realNow }) =>
    readHeldLoan(await readHolding(actor.userId, realNow), params.loanId ?? ""),
});
