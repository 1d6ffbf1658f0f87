import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { cancelLoan } from "@/lib/loans/cancel";
import { cancelLoanBody } from "@/lib/loans/lifecycle-schema";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";

export const POST = route({
  operationId: "cancelTestLoan",
  summary: "Cancel an offer (test)",
  description: "Ends an offer whose money has not gone out. One that is cancelled already is left as it is.",
  auth: testSecretKey,
  rate: "write",
  body: cancelLoanBody,
  idempotent: true,
  answers: { 200: { description: "Cancelled", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    await cancelLoan({ actor, loanId, input: { reason: body.reason ?? "CANCELLED" }, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
