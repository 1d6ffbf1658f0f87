import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { readPayoffQuote } from "@/lib/lending/transfers/payments/read-payoff-quote";
import { payoffQuoteAnswer } from "@/lib/lending/transfers/payments/schema";

export const GET = route({
  operationId: "getPayoffQuote",
  summary: "Read what can be paid today",
  description:
    "What is overdue, what the next installment takes, what pays the loan off and, within the cooling-off period, what ends it without interest. Good for the day.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The quote; amounts in naira", body: payoffQuoteAnswer } },
  errors: readPayoffQuote.errors,
  respond: ({ actor, params, now }) => readPayoffQuote({ actor, loanId: params.loanId ?? "", now }),
});
