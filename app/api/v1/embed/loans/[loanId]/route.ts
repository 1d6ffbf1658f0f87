import { readJourneyLoan } from "@/lib/embed/read-journey-loan";
import { journeyLoan } from "@/lib/embed/schema";
import { embedToken } from "@/lib/http/embed-token";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getJourneyLoan",
  summary: "Read a loan of the merchant",
  description: "The loan as the Loan API shows it, with what the journey adds.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The loan; amounts in naira", body: journeyLoan } },
  errors: ["NOT_FOUND"],
  respond: ({ actor, params, now }) => readJourneyLoan({ actor, loanId: params.loanId ?? "", now }),
});
