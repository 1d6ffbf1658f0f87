import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { acceptLoan } from "@/lib/sandbox/test-helpers/test-loans/accept-loan";
import { acceptLoanBody } from "@/lib/sandbox/test-helpers/test-loans/schema";

export const POST = loanRoute(testLoan, {
  operationId: "acceptTestLoan",
  summary: "Accept an offer and pay it out (test)",
  description:
    "Does what the merchant does in the hosted journey: accepts the offer, gives a payout account, agrees to the mandate; then the money is sent, and the loan is ACTIVE. Steps already taken are skipped. Some account numbers make the sandbox's bank behave differently: `GET /api/sandbox` lists them.",
  body: acceptLoanBody,
  answer: "Accepted, and paid out unless the bank is slow or refuses",
  errors: ["OFFER_EXPIRED", "OFFER_WITHDRAWN", "PAYOUT_ACCOUNT_REFUSED"],
  nonTransactional: true,
  act: (call) => acceptLoan(call),
});
