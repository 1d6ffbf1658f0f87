import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { repayLoan } from "@/lib/sandbox/test-helpers/test-loans/repay-loan";
import { repayLoanBody } from "@/lib/sandbox/test-helpers/test-loans/schema";

export const POST = loanRoute(testLoan, {
  operationId: "repayTestLoan",
  summary: "Report a deduction (test)",
  description:
    "Same effect as the webhook repayment.deducted. Without an amount, it deducts the rest of the next installment. The same reference again changes nothing.",
  body: repayLoanBody,
  answer: "Booked",
  errors: ["DEDUCTION_CONFLICT"],
  act: repayLoan,
});
