import { loanRoute, ownLoan } from "@/lib/edge/http/loan-route";
import { signedFormBody } from "@/lib/lending/transfers/mandates/schema";
import { sendSignedForm } from "@/lib/lending/transfers/mandates/send-signed-form";

export const PUT = loanRoute(ownLoan, {
  operationId: "sendSignedForm",
  summary: "Send the signed form of the mandate",
  description:
    "A confirmed upload of the merchant: the form of `mandate-form`, signed. Until the lender's bank has the mandate, another takes its place.",
  body: signedFormBody,
  answer: "Sent; the loan as it is now",
  errors: sendSignedForm.errors,
  act: sendSignedForm,
});
