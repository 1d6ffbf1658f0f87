import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { closeRemittanceBreak } from "@/lib/lending/remittances/breaks";
import { closeRemittanceBreakBody, remittanceBreak } from "@/lib/lending/remittances/schema";

export const POST = route({
  ...toPay,
  operationId: "closeRemittanceBreak",
  summary: "Close one of them",
  description: "Says what became of the money. What is owed stays owed.",
  body: closeRemittanceBreakBody,
  answers: { 200: { description: "As it is now", body: remittanceBreak } },
  errors: closeRemittanceBreak.errors,
  respond: ({ actor: operator, params: { breakId = "" }, body: input, realNow }) =>
    closeRemittanceBreak({ operator, breakId, input, realNow }),
});
