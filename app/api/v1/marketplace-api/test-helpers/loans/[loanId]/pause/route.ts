import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { reasonBody } from "@/lib/loans/lifecycle-schema";
import { pauseLoan } from "@/lib/loans/pause";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";

export const POST = route({
  operationId: "pauseTestLoan",
  summary: "Pause collection (test)",
  description:
    "Nothing is to be deducted and no day counts as overdue until it is resumed. One that is paused already is left as it is.",
  auth: testSecretKey,
  rate: "write",
  body: reasonBody,
  idempotent: true,
  answers: { 200: { description: "Paused", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    await pauseLoan({ actor, loanId, input: { reason: body.reason ?? "Collection is paused." }, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
