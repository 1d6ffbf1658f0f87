import { loanRoute, ownLoan } from "@/lib/http/loan-route";
import { declineTerms } from "@/lib/servicing/decline-terms";
import { answerTermsBody } from "@/lib/servicing/schema";

export const POST = loanRoute(ownLoan, {
  operationId: "declineTerms",
  summary: "Decline proposed terms",
  description: "Today's terms go on. Names the proposal that the merchant saw. Declining again changes nothing.",
  body: answerTermsBody,
  answer: "Declined",
  errors: ["PROPOSAL_NOT_OPEN"],
  act: declineTerms,
});
