import { loanRoute, testLoan } from "@/lib/edge/http/loan-route";
import { defaultLoan } from "@/lib/lending/servicing/default-loan";
import { emptyBody } from "@/lib/terms/kyc/schema";

export const POST = loanRoute(testLoan, {
  operationId: "defaultTestLoan",
  summary: "Declare a loan defaulted (test)",
  description: "As the lender would, overdue or not. A loan already in default stays as it is.",
  body: emptyBody,
  answer: "In default",
  act: (call) => defaultLoan({ ...call, input: { reason: "DECIDED" } }),
});
