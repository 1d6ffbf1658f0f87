import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { cancelLoanBody } from "@/lib/sandbox/test-helpers/test-loans/schema";

export const POST = loanRoute(testLoan, {
  operationId: "cancelTestLoan",
  summary: "Cancel an offer (test)",
  description: "Ends an offer whose money has not gone out. A cancelled offer stays as it is.",
  body: cancelLoanBody,
  answer: "Cancelled",
  act: ({ input: { reason = "CANCELLED" }, ...call }) => cancelLoan({ ...call, input: { reason } }),
});
