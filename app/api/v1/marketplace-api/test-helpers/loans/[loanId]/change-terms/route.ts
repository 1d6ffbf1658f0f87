import { loanRoute, testLoan } from "@/lib/http/loan-route";
import { changeTerms } from "@/lib/servicing/change-terms";
import { changeTermsBody } from "@/lib/servicing/schema";

export const POST = loanRoute(testLoan, {
  operationId: "changeTestLoanTerms",
  summary: "Change how a loan is paid back (test)",
  description:
    "Sets what is given of deduction percentage, minimum deduction and due date. A later due date moves every installment that is not fully paid by as many days; an earlier one is refused. What is as wished already changes nothing.",
  body: changeTermsBody,
  answer: "With these terms",
  act: ({ input: { reason = "Terms were changed.", ...terms }, ...call }) =>
    changeTerms({ ...call, input: { ...terms, reason } }),
});
