import { journeyLoanRoute } from "@/app/api/v1/embed/loans/journey-loan-route";
import { acceptOfferBody } from "@/lib/embed/schema";
import { acceptOffer } from "@/lib/loans/accept-offer";

export const POST = journeyLoanRoute({
  operationId: "acceptOffer",
  summary: "Accept an offer",
  description:
    "Binds the merchant to the terms. An offer that was accepted before stays as it is. Next come the payout account and the mandate.",
  body: acceptOfferBody,
  answer: "Accepted",
  errors: ["OFFER_EXPIRED", "CONNECTION_CLOSED"],
  act: acceptOffer,
});
