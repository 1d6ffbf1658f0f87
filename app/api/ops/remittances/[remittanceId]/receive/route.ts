import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { proposeRemittance } from "@/lib/lending/proposals/propose-remittance";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { remittanceReceivedBody } from "@/lib/lending/remittances/schema";

export const POST = route({
  ...toPay,
  operationId: "proposeRemittanceReceived",
  summary: "Propose that money came from a marketplace",
  description: "By what the lender's statement shows, where no statement is imported. It settles the oldest first.",
  body: remittanceReceivedBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeRemittance.errors,
  respond: ({ actor: operator, params: { remittanceId = "" }, body: input, realNow }) =>
    proposeRemittance({ operator, remittanceId, input, realNow }),
});
