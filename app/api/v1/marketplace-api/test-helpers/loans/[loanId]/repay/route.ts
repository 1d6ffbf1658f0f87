import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { repayLoanBody } from "@/lib/loans/lifecycle-schema";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { repayLoan } from "@/lib/sandbox/repay-loan";

export const POST = route({
  operationId: "repayTestLoan",
  summary: "Report a deduction (test)",
  description:
    "Has the same effect as the webhook repayment.deducted. Without an amount it is the rest of the next installment. The same reference again changes nothing.",
  auth: testSecretKey,
  rate: "write",
  body: repayLoanBody,
  idempotent: true,
  answers: { 200: { description: "Booked", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT", "DEDUCTION_CONFLICT"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    await repayLoan({ actor, loanId, input: body, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
