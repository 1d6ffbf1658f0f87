import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { reverseRepaymentBody } from "@/lib/loans/lifecycle-schema";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { reverseRepayment } from "@/lib/sandbox/reverse-repayment";

export const POST = route({
  operationId: "reverseTestRepayment",
  summary: "Report a reversal (test)",
  description:
    "Has the same effect as the webhook repayment.reversed, for the deduction with this reference or else the last one, over this amount or else all that is left of it.",
  auth: testSecretKey,
  rate: "write",
  body: reverseRepaymentBody,
  idempotent: true,
  answers: { 200: { description: "Booked, or held until its deduction comes", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    await reverseRepayment({ actor, loanId, input: body, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
