import { accessToken } from "@/lib/edge/http/access-token";
import { revalidated } from "@/lib/edge/http/etag";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readActiveLoans } from "@/lib/loans/loans/queries";
import { activeLoansAnswer } from "@/lib/terms/loans/schema";

export const GET = route({
  operationId: "listActiveLoans",
  summary: "List a merchant's active loans",
  description:
    "The loans that deductions are made for: ACTIVE and DEFAULTED. Offers, and loans that have ended, are not among them.",
  auth: accessToken("loans.read"),
  rate: "read",
  ...revalidated({ description: "The loans; amounts in naira", body: activeLoansAnswer }),
  errors: readActiveLoans.errors,
  respond: ({ actor, params, now }) => readActiveLoans(reachOf(actor), params.merchantId ?? "", now),
});
