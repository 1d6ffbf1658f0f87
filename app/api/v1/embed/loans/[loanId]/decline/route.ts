import { journeyLoanRoute } from "@/app/api/v1/embed/loans/journey-loan-route";
import { cancelLoan } from "@/lib/loans/cancel-loan";

export const POST = journeyLoanRoute({
  operationId: "declineOffer",
  summary: "Decline an offer",
  description: "Ends the offer, even an accepted one, as long as no money is on its way. Costs nothing.",
  answer: "Declined",
  act: ({ actor, loanId, now }) => cancelLoan({ actor, loanId, input: { reason: "DECLINED" }, now }),
});
