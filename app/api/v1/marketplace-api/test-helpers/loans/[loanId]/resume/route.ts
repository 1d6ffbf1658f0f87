import { testLoanRoute } from "@/lib/http/test-loan-route";
import { resumeLoan } from "@/lib/servicing/resume-loan";
import { reasonBody } from "@/lib/servicing/schema";

export const POST = testLoanRoute({
  operationId: "resumeTestLoan",
  summary: "Resume collection (test)",
  description: "Ends a pause. A loan that is not paused stays as it is.",
  body: reasonBody,
  answer: "Resumed",
  act: ({ input: { reason = "Collection goes on." }, ...call }) => resumeLoan({ ...call, input: { reason } }),
});
