import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { emptyBody } from "@/lib/kyc/schema";
import { defaultLoan } from "@/lib/loans/default";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";

export const POST = route({
  operationId: "defaultTestLoan",
  summary: "Declare a loan defaulted (test)",
  description: "As the lender would, whether it is overdue or not. One that is in default already is left as it is.",
  auth: testSecretKey,
  rate: "write",
  body: emptyBody,
  idempotent: true,
  answers: { 200: { description: "In default", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor, params, now }) => {
    const { loanId = "" } = params;
    await defaultLoan({ actor, loanId, input: { reason: "DECIDED" }, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
