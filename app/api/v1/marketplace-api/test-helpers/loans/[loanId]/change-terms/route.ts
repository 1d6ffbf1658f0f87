import { testLoanRoute } from "@/lib/http/test-loan-route";
import { changeTerms } from "@/lib/servicing/change-terms";
import { changeTermsBody } from "@/lib/servicing/schema";

export const POST = testLoanRoute({
  operationId: "changeTestLoanTerms",
  summary: "Change a loan's terms (test)",
  description:
    "Sets any of deduction percentage, minimum deduction and due date. A later due date moves every installment that is not fully paid by the same number of days; an earlier one is refused. Terms that are already as given change nothing and send no event.",
  body: changeTermsBody,
  answer: "Changed",
  act: ({ input: { reason = "Terms were changed.", ...terms }, ...call }) =>
    changeTerms({ ...call, input: { ...terms, reason } }),
});
