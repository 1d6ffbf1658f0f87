import { toPay } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { releaseBatch } from "@/lib/lending/transfers/batches/release-batch";
import { batchWithLines } from "@/lib/lending/transfers/batches/schema";

export const POST = route({
  ...toPay,
  operationId: "releaseInstructionBatch",
  summary: "Release a batch of orders",
  description:
    "From then on its file may be downloaded and entered at the bank. Beyond the account's limit of a bank day, another operator than who made it releases it.",
  answers: { 200: { description: "The batch as it is now", body: batchWithLines } },
  errors: ["INSUFFICIENT_ROLE", ...releaseBatch.errors],
  respond: ({ actor: operator, params: { lenderId = "", instructionBatchId: batchId = "" }, realNow }) =>
    releaseBatch({ operator, lenderId, batchId, realNow }),
});
