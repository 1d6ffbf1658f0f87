import { accessToken } from "@/lib/edge/http/access-token";
import { revalidated } from "@/lib/edge/http/etag";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readLoanStatus } from "@/lib/loans/loans/queries";
import { loanStatusAnswer } from "@/lib/terms/loans/schema";

export const GET = route({
  operationId: "getLoanStatus",
  summary: "Read a loan's status",
  description:
    "Balances, the limit of the next deduction, arrears against the schedule, and when it is likely to be paid off.",
  auth: accessToken("loans.read"),
  rate: "read",
  ...revalidated({ description: "The loan; amounts in naira", body: loanStatusAnswer }),
  errors: readLoanStatus.errors,
  respond: ({ actor, params, now }) => readLoanStatus(reachOf(actor), params.loanId ?? "", now),
});
