import { journeyLoanRoute } from "@/app/api/v1/embed/loans/journey-loan-route";
import { acceptOffer } from "@/lib/loans/accept-offer";
import { acceptOfferBody } from "@/lib/loans/schema";

export const POST = journeyLoanRoute({
  operationId: "acceptOffer",
  summary: "Accept an offer",
  description:
    "Binds the merchant to the terms. Accepting again changes nothing. The payout account and the mandate come next.",
  body: acceptOfferBody,
  answer: "Accepted",
  errors: ["OFFER_EXPIRED", "CONNECTION_CLOSED"],
  act: acceptOffer,
});
