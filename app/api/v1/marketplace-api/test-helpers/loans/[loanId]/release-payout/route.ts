import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { releasePayout } from "@/lib/lending/transfers/payouts/release-payout";

export const POST = loanRoute(testLoan, {
  operationId: "releaseTestPayout",
  summary: "Release a held payout (test)",
  description:
    "Plays the operator who has checked a payout account in an unknown name: the loan is decided once more and the money sent. A payout that is under way, or has arrived, stays as it is.",
  answer: "Released",
  errors: ["OFFER_WITHDRAWN"],
  nonTransactional: true,
  act: releasePayout,
});
