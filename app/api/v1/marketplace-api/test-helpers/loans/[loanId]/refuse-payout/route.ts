import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { refusePayout } from "@/lib/lending/transfers/payouts/refuse-payout";
import { refusePayoutBody } from "@/lib/sandbox/test-helpers/test-loans/schema";

export const POST = loanRoute(testLoan, {
  operationId: "refuseTestPayout",
  summary: "Refuse a held payout (test)",
  description:
    "Plays the operator who does not accept the payout account: the merchant is told why and gives another one in the hosted journey.",
  body: refusePayoutBody,
  answer: "Refused",
  act: ({ input: { reason = "The account is in a name that is not known to us." }, ...call }) =>
    refusePayout({ ...call, input: { reason } }),
});
