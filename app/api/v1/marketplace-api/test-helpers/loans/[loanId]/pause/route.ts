import { testLoanRoute } from "@/lib/http/test-loan-route";
import { pauseLoan } from "@/lib/servicing/pause-loan";
import { reasonBody } from "@/lib/servicing/schema";

export const POST = testLoanRoute({
  operationId: "pauseTestLoan",
  summary: "Pause collection (test)",
  description:
    "Nothing is to be deducted and no day counts as overdue until collection resumes. A paused loan stays as it is.",
  body: reasonBody,
  answer: "Paused",
  act: ({ input: { reason = "Collection is paused." }, ...call }) => pauseLoan({ ...call, input: { reason } }),
});
