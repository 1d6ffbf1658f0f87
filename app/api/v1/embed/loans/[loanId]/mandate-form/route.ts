import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { mandateFormFile } from "@/lib/lending/transfers/mandates/make-mandate-form";

export const GET = route({
  operationId: "getMandateForm",
  summary: "Download the mandate's form",
  description: "Of a loan whose lender debits by hand: a PDF for the account's holder to sign.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The form", text: "application/pdf", headers: ["content-disposition"] } },
  errors: ["NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: ({ actor, params: { loanId = "" } }) => mandateFormFile({ reach: reachOf(actor), loanId }),
});
