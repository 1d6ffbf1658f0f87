import { accessToken } from "@/lib/edge/http/access-token";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { explainLoan } from "@/lib/loans/statements/explain-loan";
import { explainAnswer, explainQuery } from "@/lib/loans/statements/explain-schema";

export const GET = route({
  operationId: "explainLoan",
  summary: "Explain a loan's balances at a moment",
  description:
    "`balances` is what the books said then: the sum of the entries recorded by that moment. `withLateEvents` is what had actually happened by then as known today, whenever it was reported. `events` lists what led to both, oldest first.",
  auth: accessToken("loans.read"),
  rate: "bulk",
  query: explainQuery,
  answers: { 200: { description: "The balances and their events; amounts in naira", body: explainAnswer } },
  errors: explainLoan.errors,
  respond: ({ actor, params, query, now }) =>
    explainLoan({ reach: reachOf(actor), loanId: params.loanId ?? "", query, now }),
});
