import { loanRoute, ownLoan } from "@/lib/http/loan-route";
import { acceptTerms } from "@/lib/servicing/accept-terms";
import { answerTermsBody } from "@/lib/servicing/schema";

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
