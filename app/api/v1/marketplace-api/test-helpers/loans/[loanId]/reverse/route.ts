import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { reverseRepayment } from "@/lib/sandbox/test-helpers/test-loans/reverse-repayment";
import { reverseRepaymentBody } from "@/lib/sandbox/test-helpers/test-loans/schema";

export const POST = loanRoute(testLoan, {
  operationId: "reverseTestRepayment",
  summary: "Report a reversal (test)",
  description:
    "Same effect as the webhook repayment.reversed. Without a reference it reverses the last deduction; without an amount, all that is left of it.",
  body: reverseRepaymentBody,
  answer: "Booked, or held until its deduction comes",
  act: reverseRepayment,
});
