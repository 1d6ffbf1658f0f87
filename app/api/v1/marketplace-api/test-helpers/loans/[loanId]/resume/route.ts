import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { reasonBody } from "@/lib/loans/lifecycle-schema";
import { readLoanStatus } from "@/lib/loans/queries";
import { resumeLoan } from "@/lib/loans/resume";
import { loanStatusAnswer } from "@/lib/loans/schema";

export const POST = route({
  operationId: "resumeTestLoan",
  summary: "Resume collection (test)",
  description: "Ends a pause. A loan that is not paused is left as it is.",
  auth: testSecretKey,
  rate: "write",
  body: reasonBody,
  idempotent: true,
  answers: { 200: { description: "Being collected", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    await resumeLoan({ actor, loanId, input: { reason: body.reason ?? "Collection goes on." }, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
