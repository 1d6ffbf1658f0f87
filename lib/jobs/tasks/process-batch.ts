import { batches } from "@/db/schema/batches";
import { processBatch } from "@/lib/ingestion/process-batch";
import { taskOver } from "@/lib/jobs/task";

/** Processes bulk submissions that were answered before being processed. */
export const processBatchTask = taskOver(batches, {
  name: "process-batch",
  concurrency: 2,
  run: processBatch,
});
