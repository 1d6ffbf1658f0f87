import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { readJourneyLoan } from "@/lib/surfaces/journey/read-journey-loan";
import { journeyLoan } from "@/lib/surfaces/journey/schema";

export const GET = route({
  operationId: "getJourneyLoan",
  summary: "Read a loan of the merchant",
  description: "The loan as the Loan API shows it, with what the journey adds.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The loan; amounts in naira", body: journeyLoan } },
  errors: readJourneyLoan.errors,
  respond: ({ actor, params, now }) => readJourneyLoan({ actor, loanId: params.loanId ?? "", now }),
});
