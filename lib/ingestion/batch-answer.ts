import type { BulkAnswer } from "./batch-schema";
import type { BatchStatus } from "./constants";
import type { Processed } from "./process-records";

/** The response to a bulk submission. */
export function bulkAnswerOf(processed: Processed, received: number, processedAt: Date): BulkAnswer {
  const { errors, failed, processedMerchantIds } = processed;
  const successfullyProcessed = processedMerchantIds.length;
  return {
    success: true,
    message:
      failed === 0
        ? `All ${received} records were stored and scored.`
        : `${successfullyProcessed} of ${received} records were stored and scored; see errors for the others.`,
    totalProcessed: received,
    successfullyProcessed,
    failed,
    errors,
    processedMerchantIds,
    processedAt: processedAt.toISOString(),
  };
}

/** The status of a processed batch. */
export function finalStatus({ failed }: Pick<Processed, "failed">): BatchStatus {
  return failed === 0 ? "COMPLETED" : "COMPLETED_WITH_ERRORS";
}
