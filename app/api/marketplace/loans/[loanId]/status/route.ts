import { accessToken } from "@/lib/http/access-token";
import { revalidated } from "@/lib/http/etag";
import { route } from "@/lib/http/route";
import { readLoanStatus } from "@/lib/loans/queries";
import { loanStatusAnswer } from "@/lib/loans/schema";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "getLoanStatus",
  summary: "Read a loan's status",
  description:
    "Balances, the limit of the next deduction, arrears against the schedule, and when it is likely to be paid off.",
  auth: accessToken("loans.read"),
  rate: "read",
  ...revalidated({ description: "The loan; amounts in naira", body: loanStatusAnswer }),
  errors: ["NOT_FOUND"],
  respond: ({ actor, params, now }) => readLoanStatus(reachOf(actor), params.loanId ?? "", now),
});
