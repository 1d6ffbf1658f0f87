import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readHolding } from "@/lib/surfaces/account/loans/holding";
import { readHeldKeyFacts } from "@/lib/surfaces/account/loans/read-held-loan";
import { heldKeyFacts } from "@/lib/surfaces/account/loans/schema";

export const GET = route({
  operationId: "getAccountLoanKeyFacts",
  summary: "Read the key facts and terms of an account's loan",
  description:
    "What an offer costs and how it is paid back, in figures and words. After acceptance: as they were agreed.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The key facts; amounts in naira", body: heldKeyFacts } },
  errors: ["NOT_FOUND"],
  respond: async ({ actor, params, realNow }) =>
    readHeldKeyFacts(await readHolding(actor.userId, realNow), params.loanId ?? ""),
});
