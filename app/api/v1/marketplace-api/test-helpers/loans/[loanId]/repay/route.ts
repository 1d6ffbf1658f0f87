import { testLoanRoute } from "@/lib/http/test-loan-route";
import { repayLoan } from "@/lib/sandbox/test-loans/repay-loan";
import { repayLoanBody } from "@/lib/sandbox/test-loans/schema";

export const POST = testLoanRoute({
  operationId: "repayTestLoan",
  summary: "Report a deduction (test)",
  description:
    "Same effect as the webhook repayment.deducted. Without an amount, it deducts the rest of the next installment. The same reference again changes nothing.",
  body: repayLoanBody,
  answer: "Booked",
  errors: ["DEDUCTION_CONFLICT"],
  act: repayLoan,
});
