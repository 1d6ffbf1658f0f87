import type { OperatorCall } from "@/lib/kernel/call";
import { requireBatch } from "@/lib/lending/transfers/batches/queries";
import { batchRecall } from "./batch-kinds";
import { propose } from "./propose";
import type { ProposalAnswer } from "./schema";

type Call = OperatorCall<{ lenderId: string; batchId: string; input: { reason: string } }>;

export async function proposeRecall({ operator, lenderId, batchId, input, realNow }: Call): Promise<ProposalAnswer> {
  await requireBatch(lenderId, batchId);
  return propose({ kind: batchRecall, operator, subjectId: batchId, input: {}, reason: input.reason, realNow });
}
proposeRecall.errors = ["INSUFFICIENT_ROLE", "NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;
