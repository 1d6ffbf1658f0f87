import { loanRoute, ownLoan } from "@/lib/edge/http/loan-route";
import { acceptOffer } from "@/lib/lending/funding/accept-offer";
import { acceptOfferBody } from "@/lib/terms/loans/schema";

export const POST = loanRoute(ownLoan, {
  operationId: "acceptOffer",
  summary: "Accept an offer",
  description:
    "Binds the merchant to the terms. Accepting again changes nothing. The payout account and the mandate come next. An offer that would not be made any more is cancelled instead.",
  body: acceptOfferBody,
  answer: "Accepted",
  errors: ["OFFER_EXPIRED", "OFFER_WITHDRAWN"],
  act: acceptOffer,
});
