import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { readBatch } from "@/lib/lending/transfers/batches/queries";
import { batchWithLines } from "@/lib/lending/transfers/batches/schema";

export const GET = route({
  ...toLook,
  operationId: "getInstructionBatch",
  summary: "Show a batch of orders",
  description: "With each order and what has become of it, and no account numbers, which are in its file alone.",
  answers: { 200: { description: "The batch", body: batchWithLines } },
  errors: readBatch.errors,
  respond: ({ params: { lenderId = "", instructionBatchId = "" } }) => readBatch(lenderId, instructionBatchId),
});
