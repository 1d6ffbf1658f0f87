import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { reasonBody } from "@/lib/lending/servicing/schema";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";

export const POST = loanRoute(testLoan, {
  operationId: "resumeTestLoan",
  summary: "Resume collection (test)",
  description:
    "Ends a pause. What was due since the day it began is due as many days later. A loan that is not paused stays as it is.",
  body: reasonBody,
  answer: "Resumed",
  act: ({ input: { reason = "Collection goes on." }, ...call }) => resumeLoan({ ...call, input: { reason } }),
});
