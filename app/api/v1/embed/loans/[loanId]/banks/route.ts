import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { readLoanBanks } from "@/lib/lending/transfers/payouts/bank-limits";
import { loanBanks } from "@/lib/lending/transfers/payouts/schema";

export const GET = route({
  operationId: "getLoanBanks",
  summary: "Read at which banks the loan's money cannot move",
  description:
    "What the lender's provider cannot do at which banks, to be said where one is chosen: an account at a bank of either list is refused. Of what the provider does not say, and in test, nothing is in the lists.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The banks, by their codes", body: loanBanks } },
  errors: readLoanBanks.errors,
  respond: ({ actor, params, now }) => readLoanBanks({ actor, loanId: params.loanId ?? "", now }),
});
