import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { operatorOn } from "@/lib/lending/proposals/loan-kinds";
import { mandateFormFile } from "@/lib/lending/transfers/mandates/make-mandate-form";

export const GET = route({
  ...toLook,
  operationId: "getLoanMandateForm",
  summary: "Download a loan's mandate form",
  description: "Of a loan whose lender debits by hand: what its merchant signs.",
  answers: { 200: { description: "The form", text: "application/pdf", headers: ["content-disposition"] } },
  errors: ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor: operator, params: { loanId = "" }, realNow }) => {
    const { actor } = await operatorOn(operator, loanId, realNow);
    return mandateFormFile({ reach: reachOf(actor), loanId });
  },
});
