import { loanRoute, ownLoan } from "@/lib/http/loan-route";
import { acceptOffer } from "@/lib/loans/accept-offer";
import { acceptOfferBody } from "@/lib/loans/schema";

export const POST = loanRoute(ownLoan, {
  operationId: "acceptOffer",
  summary: "Accept an offer",
  description:
    "Binds the merchant to the terms. An offer that was accepted before stays as it is. Next come the payout account and the mandate.",
  body: acceptOfferBody,
  answer: "Accepted",
  errors: ["OFFER_EXPIRED", "CONNECTION_CLOSED"],
  act: acceptOffer,
});
