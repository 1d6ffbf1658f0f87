import { embedToken } from "@/lib/edge/http/embed-token";
import { route } from "@/lib/edge/http/route";
import { requestMandate } from "@/lib/lending/transfers/mandates/request-mandate";
import { mandateRequested } from "@/lib/lending/transfers/mandates/schema";

export const POST = route({
  operationId: "requestMandate",
  summary: "Ask for the debit mandate",
  description:
    "Returns the address of the bank's page where the merchant agrees. Open it in a new tab: it works once and for a few minutes. Up to three unused links work side by side. The loan shows whether the merchant has agreed.",
  auth: embedToken,
  rate: "write",
  answers: { 200: { description: "Where to agree, or that the mandate is already in place", body: mandateRequested } },
  errors: requestMandate.errors,
  respond: ({ actor, params, now, realNow }) => requestMandate({ actor, loanId: params.loanId ?? "", now, realNow }),
});
