import { loanRoute, ownLoan } from "@/lib/edge/http/loan-route";
import { declineTerms } from "@/lib/lending/servicing/decline-terms";
import { answerTermsBody } from "@/lib/lending/servicing/schema";

export const POST = loanRoute(ownLoan, {
  operationId: "declineTerms",
  summary: "Decline proposed terms",
  description: "Today's terms go on. Names the proposal that the merchant saw. Declining again changes nothing.",
  body: answerTermsBody,
  answer: "Declined",
  errors: ["PROPOSAL_NOT_OPEN"],
  act: declineTerms,
});
