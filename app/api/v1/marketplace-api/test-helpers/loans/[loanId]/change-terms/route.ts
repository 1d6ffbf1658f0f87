import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { changeTerms } from "@/lib/lending/servicing/change-terms";
import { changeTermsBody } from "@/lib/lending/servicing/schema";

export const POST = loanRoute(testLoan, {
  operationId: "changeTestLoanTerms",
  summary: "Change a loan's terms (test)",
  description:
    "Sets any of deduction percentage, minimum deduction and due date. A higher percentage or minimum costs the merchant more per sale: the change as a whole becomes the loan's `proposal` and waits for the merchant's consent in the journey. Anything else holds at once. Either replaces an earlier proposal. A later due date moves every installment that is not fully paid by the same number of days; an earlier one is refused. Terms that are already as given change nothing and send no event.",
  body: changeTermsBody,
  answer: "Changed, or proposed",
  act: ({ input: { reason = "Terms were changed.", ...terms }, ...call }) =>
    changeTerms({ ...call, input: { ...terms, reason } }),
});
