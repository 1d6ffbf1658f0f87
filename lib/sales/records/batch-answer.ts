import type { BatchStatus } from "@/lib/terms/ingestion";
import type { BulkAnswer } from "./batch-schema";
import type { Processed } from "./process-records";

export function bulkAnswerOf(processed: Processed, received: number, processedAt: Date): BulkAnswer {
  const { errors, failed, processedMerchantIds } = processed;
  const stored = processedMerchantIds.length;
  const all = `All ${received} records were stored and scored.`;
  const some = `${stored} of ${received} records were stored and scored; see errors for the others.`;
  return {
    success: true,
    message: failed === 0 ? all : some,
    totalProcessed: received,
    successfullyProcessed: stored,
    failed,
    errors,
    processedMerchantIds,
    processedAt: processedAt.toISOString(),
  };
}

export function finalStatus({ failed }: Pick<Processed, "failed">): BatchStatus {
  return failed === 0 ? "COMPLETED" : "COMPLETED_WITH_ERRORS";
}
