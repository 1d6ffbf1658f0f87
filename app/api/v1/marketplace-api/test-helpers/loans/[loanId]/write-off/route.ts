import { testSecretKey } from "@/lib/http/auth";
import { route } from "@/lib/http/route";
import { reasonBody } from "@/lib/loans/lifecycle-schema";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { writeOffLoan } from "@/lib/loans/write-off";

export const POST = route({
  operationId: "writeOffTestLoan",
  summary: "Write off a defaulted loan (test)",
  description:
    "Gives up what is left of it; whatever comes in afterwards is a recovery. One that is written off already is left as it is.",
  auth: testSecretKey,
  rate: "write",
  body: reasonBody,
  idempotent: true,
  answers: { 200: { description: "Written off", body: loanStatusAnswer } },
  errors: ["TEST_KEY_REQUIRED", "NOT_FOUND", "LOAN_STATE_CONFLICT"],
  handle: async ({ actor, body, params, now }) => {
    const { loanId = "" } = params;
    const { reason = "Nothing more is expected." } = body;
    await writeOffLoan({ actor, loanId, input: { reason }, now });
    return { status: 200, body: await readLoanStatus(actor.tenant, loanId, now) };
  },
});
