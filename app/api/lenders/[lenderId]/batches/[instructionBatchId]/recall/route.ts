import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { proposeRecall } from "@/lib/lending/proposals/propose-recall";
import { proposalAnswer } from "@/lib/lending/proposals/schema";
import { recallBatchBody } from "@/lib/lending/transfers/batches/schema";

export const POST = route({
  ...toPay,
  operationId: "proposeInstructionBatchRecall",
  summary: "Propose to recall a batch of orders",
  description:
    "Of which nothing was entered at the bank: once another operator approves it, its orders go into another batch under the same references. Not once the bank has carried out one of them.",
  body: recallBatchBody,
  answers: { 202: { description: "Proposed to the other operators", body: proposalAnswer } },
  errors: proposeRecall.errors,
  respond: ({ actor: operator, params: { lenderId = "", instructionBatchId: batchId = "" }, body: input, realNow }) =>
    proposeRecall({ operator, lenderId, batchId, input, realNow }),
});
