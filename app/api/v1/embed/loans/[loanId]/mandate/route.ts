import { embedToken } from "@/lib/http/embed-token";
import { route } from "@/lib/http/route";
import { requestMandate } from "@/lib/mandates/request-mandate";
import { mandateRequested } from "@/lib/mandates/schema";

export const POST = route({
  operationId: "requestMandate",
  summary: "Ask for the debit mandate",
  description:
    "Answers the address of the bank's page where the merchant agrees, to be opened in a new tab: good once, and for minutes. The last three that nobody has used are good beside one another. Whether the merchant has agreed the loan tells.",
  auth: embedToken,
  rate: "write",
  answers: { 200: { description: "Where to agree, or that it has been agreed to", body: mandateRequested } },
  errors: ["NOT_FOUND", "LOAN_STATE_CONFLICT", "CONNECTION_CLOSED"],
  handle: async ({ actor, params, now, realNow }) => ({
    status: 200,
    body: await requestMandate({ actor, loanId: params.loanId ?? "", now, realNow }),
  }),
});
