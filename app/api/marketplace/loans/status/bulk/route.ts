import { accessToken } from "@/lib/http/access-token";
import { route } from "@/lib/http/route";
import { readLoanStatuses } from "@/lib/loans/queries";
import { bulkStatusAnswer, bulkStatusBody, mostAtOnce } from "@/lib/loans/schema";
import { reachOf } from "@/lib/reach";

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
