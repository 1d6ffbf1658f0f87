import { acceptOffer } from "@/lib/funding/accept-offer";
import { loanRoute, ownLoan } from "@/lib/http/loan-route";
import { acceptOfferBody } from "@/lib/loans/schema";

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
