import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { changeTerms } from "@/lib/loans/change-terms";
import { changeTermsBody } from "@/lib/loans/lifecycle-schema";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";

export const POST = route({
  operationId: "changeTestLoanTerms",
  summary: "Change how a loan is paid back (test)",
  description:
    "Sets what is given of deduction percentage, minimum deduction and due date. A later due date moves every installment that is not fully paid by as many days; an earlier one is refused. What is as wished already changes nothing.",
  auth: testSecretKey,
  rate: "write",
  body: changeTermsBody,
  idempotent: true,
  answers: { 200: { description: "With these terms", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    const { reason = "Terms were changed." } = body;
    await changeTerms({ actor, loanId, input: { ...body, reason }, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
