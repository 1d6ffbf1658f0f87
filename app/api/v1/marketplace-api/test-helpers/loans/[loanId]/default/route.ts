import { testLoanRoute } from "@/lib/http/test-loan-route";
import { emptyBody } from "@/lib/kyc/schema";
import { defaultLoan } from "@/lib/servicing/default-loan";

export const POST = testLoanRoute({
  operationId: "defaultTestLoan",
  summary: "Declare a loan defaulted (test)",
  description: "As the lender would, overdue or not. A loan already in default stays as it is.",
  body: emptyBody,
  answer: "In default",
  act: (call) => defaultLoan({ ...call, input: { reason: "DECIDED" } }),
});
