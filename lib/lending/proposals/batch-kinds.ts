import { batchEvidence, recallBatch } from "@/lib/lending/transfers/batches/recall-batch";
import type { ProposalKind } from "./kind";

/** Its subject is the batch. */
export const batchRecall: ProposalKind = {
  name: "BATCH_RECALL",
  permission: "pay",
  look: async ({ subjectId, lock }) => ({ tenant: null, evidence: await batchEvidence(subjectId, { lock }) }),
  perform: ({ operator, subjectId: batchId, reason, realNow }) => recallBatch({ operator, batchId, reason, realNow }),
};
