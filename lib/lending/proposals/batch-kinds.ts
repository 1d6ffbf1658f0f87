import { batchEvidence, recallBatch } from "@/lib/lending/transfers/batches/recall-batch";
import { environmentOfLender } from "@/lib/parties/lenders/queries";
import type { ProposalKind } from "./kind";

/** Its subject is the batch. */
export const batchRecall: ProposalKind = {
  name: "BATCH_RECALL",
  permission: "pay",
  look: async ({ subjectId, lock }) => {
    const evidence = await batchEvidence(subjectId, { lock });
    return { tenant: null, environment: await environmentOfLender(evidence.lenderId), evidence };
  },
  perform: ({ operator, subjectId: batchId, reason, realNow }) => recallBatch({ operator, batchId, reason, realNow }),
};
