import { accessToken } from "@/lib/edge/http/access-token";
import { revalidated } from "@/lib/edge/http/etag";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readCreditScore } from "@/lib/sales/scoring/credit-scores/queries";
import { creditScore } from "@/lib/sales/scoring/credit-scores/schema";

export const GET = route({
  operationId: "getCreditScore",
  summary: "Read a merchant's latest credit score",
  description: "The score of the data submitted last. Name the merchant by the service's id or the marketplace's.",
  auth: accessToken("data.read.score"),
  rate: "read",
  ...revalidated({ description: "The latest score; amounts in naira", body: creditScore }),
  errors: readCreditScore.errors,
  respond: ({ actor, params }) => readCreditScore(reachOf(actor), params.merchantId ?? ""),
});
