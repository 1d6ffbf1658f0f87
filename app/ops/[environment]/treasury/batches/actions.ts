"use server";

import { z } from "zod";
import { actionsOn, operatorAction } from "@/lib/edge/http/actions/operator-action";
import { foreignId } from "@/lib/kernel/validation";
import { proposeRecall } from "@/lib/lending/proposals/propose-recall";
import { downloadBatch } from "@/lib/lending/transfers/batches/download-batch";
import { makeBatch } from "@/lib/lending/transfers/batches/make-batch";
import { releaseBatch } from "@/lib/lending/transfers/batches/release-batch";
import { makeBatchBody, recallBatchBody } from "@/lib/lending/transfers/batches/schema";
import { batchAt, requireLenderAt } from "@/lib/surfaces/console/treasury/in-environment";

const pay = { permission: "pay" } as const;
const onBatch = actionsOn("pay", "batchId", batchAt);

/** Leads to it. */
export const make = operatorAction({
  ...{ name: "makeBatch", ...pay, input: makeBatchBody.extend({ lenderId: foreignId() }) },
  work: async ({ operator, environment, input: { lenderId, ...input }, realNow }) => {
    await requireLenderAt(environment, lenderId);
    const { id } = await makeBatch({ operator, lenderId, input, realNow });
    return { address: `/ops/${environment}/treasury/batches/${id}` };
  },
});

/** Its file, to be saved by the page: each download is audited. */
export const download = operatorAction({
  ...{ name: "downloadBatch", ...pay, input: z.object({ batchId: foreignId() }) },
  work: async ({ operator, environment, input: { batchId }, realNow }) => {
    const { lenderId } = await batchAt(environment, batchId);
    return downloadBatch({ operator, lenderId, batchId, realNow });
  },
});

export const release = onBatch("releaseBatch", z.object(), releaseBatch);
export const recall = onBatch("proposeRecallOfBatch", recallBatchBody, proposeRecall);
