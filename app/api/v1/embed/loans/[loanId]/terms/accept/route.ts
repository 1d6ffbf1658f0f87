import { loanRoute, ownLoan } from "@/lib/edge/http/loan-route";
import { acceptTerms } from "@/lib/lending/servicing/accept-terms";
import { answerTermsBody } from "@/lib/lending/servicing/schema";

export const POST = loanRoute(ownLoan, {
  operationId: "acceptTerms",
  summary: "Agree to proposed terms",
  description:
    "The proposed terms hold from now on; names the proposal that the merchant saw. Agreeing again changes nothing.",
  body: answerTermsBody,
  answer: "Agreed",
  errors: ["PROPOSAL_NOT_OPEN"],
  act: acceptTerms,
});
