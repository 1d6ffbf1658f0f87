import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { readKeyFacts } from "@/lib/loans/agreements/queries";
import { keyFactsAnswer } from "@/lib/terms/agreements";

export const GET = route({
  operationId: "getKeyFacts",
  summary: "Read a loan's key facts and terms",
  description:
    "What a merchant should know before accepting, as figures and as the sections that the agreement has too. After acceptance: as they were agreed.",
  auth: embedToken,
  rate: "read",
  answers: { 200: { description: "The key facts; amounts in naira", body: keyFactsAnswer } },
  errors: readKeyFacts.errors,
  respond: ({ actor, params, now }) => readKeyFacts({ actor, loanId: params.loanId ?? "", now }),
});
