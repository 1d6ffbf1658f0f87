import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { readLoanStatuses } from "@/lib/loans/loans/queries";
import { bulkStatusAnswer, bulkStatusBody, mostAtOnce } from "@/lib/terms/loans/schema";

export const POST = route({
  operationId: "getLoanStatuses",
  summary: "Read the status of many loans",
  description: `At most ${mostAtOnce} at once. Ids that name none of your loans are listed under notFound.`,
  auth: accessToken("loans.read"),
  rate: "read",
  body: bulkStatusBody,
  answers: { 200: { description: "The loans that were found; amounts in naira", body: bulkStatusAnswer } },
  respond: ({ actor, body, now }) => readLoanStatuses(reachOf(actor), body.loanIds, now),
});
