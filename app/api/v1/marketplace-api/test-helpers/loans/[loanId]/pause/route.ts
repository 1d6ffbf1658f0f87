import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { reasonBody } from "@/lib/lending/servicing/schema";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";

export const POST = loanRoute(testLoan, {
  operationId: "pauseTestLoan",
  summary: "Pause collection (test)",
  description:
    "Nothing is to be deducted, and nothing falls due or gets older, until collection resumes. A paused loan stays as it is.",
  body: reasonBody,
  answer: "Paused",
  act: ({ input: { reason = "Collection is paused." }, ...call }) => pauseLoan({ ...call, input: { reason } }),
});
