import { loanRoute, ownLoan } from "@/lib/edge/http/loan-route";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";

export const POST = loanRoute(ownLoan, {
  operationId: "declineOffer",
  summary: "Decline an offer",
  description: "Ends the offer, even an accepted one, as long as no money is on its way. Costs nothing.",
  answer: "Declined",
  act: ({ actor, loanId, now }) => cancelLoan({ actor, loanId, input: { reason: "DECLINED" }, now }),
});
