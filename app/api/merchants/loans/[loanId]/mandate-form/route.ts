import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { mandateFormFile } from "@/lib/lending/transfers/mandates/make-mandate-form";
import { holderOfLoan, readHolding } from "@/lib/surfaces/account/loans/holding";

export const GET = route({
  operationId: "getAccountMandateForm",
  summary: "Download a mandate's form",
  description: "Of a loan whose lender debits by hand: a PDF for the account's holder to sign.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The form", text: "application/pdf", headers: ["content-disposition"] } },
  errors: ["NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor: { userId }, params: { loanId = "" }, realNow }) => {
    const { actor } = await holderOfLoan(await readHolding(userId, realNow), loanId);
    return mandateFormFile({ reach: reachOf(actor), loanId });
  },
});
