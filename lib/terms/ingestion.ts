import { day } from "@/lib/kernel/calendar";

export const batchStatuses = ["QUEUED", "PROCESSING", "COMPLETED", "COMPLETED_WITH_ERRORS", "FAILED"] as const;
export type BatchStatus = (typeof batchStatuses)[number];

/** Most records in one bulk submission (docs/scoring.md#bulk-submissions). */
export const maxBatchRecords = 1_000;

/** Largest body of a bulk submission, in bytes. */
export const maxBatchBytes = 10 * 1024 * 1024;

/** How long what a merchant's data says stays in force when later data leaves it out (docs/scoring.md#carry-over). */
export const carriedFor = 180 * day;
