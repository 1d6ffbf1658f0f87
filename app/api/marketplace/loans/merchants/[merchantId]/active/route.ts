import { accessToken } from "@/lib/http/access-token";
import { revalidated } from "@/lib/http/etag";
import { route } from "@/lib/http/route";
import { readActiveLoans } from "@/lib/loans/queries";
import { activeLoansAnswer } from "@/lib/loans/schema";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "listActiveLoans",
  summary: "List a merchant's active loans",
  description:
    "The loans that deductions are made for: ACTIVE and DEFAULTED. Offers, and loans that have ended, are not among them.",
  auth: accessToken("loans.read"),
  rate: "read",
  ...revalidated({ description: "The loans; amounts in naira", body: activeLoansAnswer }),
  errors: ["NOT_FOUND"],
  respond: ({ actor, params, now }) => readActiveLoans(reachOf(actor), params.merchantId ?? "", now),
});
