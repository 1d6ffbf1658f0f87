import { z } from "zod";
import { foreignId, timestamp } from "@/lib/kernel/validation";
import { batchStatuses, maxBatchRecords } from "@/lib/terms/ingestion";
import { merchantRecord, sampleRecord } from "@/lib/terms/merchant-data/schema";

const envelope = {
  marketplaceId: foreignId(),
  batchTimestamp: timestamp,
  batchId: foreignId(),
};

const records = <Record extends z.ZodType>(record: Record) =>
  z
    .array(record, "Must be a list")
    .min(1, "Must have at least one record")
    .max(maxBatchRecords, `Must have at most ${maxBatchRecords} records`);

/** Body of a bulk submission. Records are validated one by one: an invalid one does not affect the others. */
export const bulkSubmission = z.object({ merchants: records(z.unknown()), ...envelope }, "Must be an object");
export type BulkSubmission = z.output<typeof bulkSubmission>;

export const bulkSubmissionShown = z.object({ merchants: records(merchantRecord), ...envelope }).meta({
  sample: {
    merchants: [{ merchantIdentity: sampleRecord.merchantIdentity, salesPerformance: sampleRecord.salesPerformance }],
    marketplaceId: "mkt_01m82hrc1fakhffkrrj1st6mbf",
    batchTimestamp: "2026-11-20T22:00:00Z",
    batchId: "2026-11-20-nightly",
  },
});

const recordError = z
  .object({
    field: z.string(),
    error: z.string(),
    merchantId: z.string().describe("As submitted; empty when the record had no usable one"),
    index: z.int().optional().describe("Position in the list, counted from 0, of a record without a usable merchantId"),
  })
  .meta({ id: "RecordError" });
export type RecordError = z.output<typeof recordError>;

export const bulkAnswer = z.object({
  success: z.boolean().describe("Whether the batch was processed; single records may have failed"),
  message: z.string(),
  totalProcessed: z.int(),
  successfullyProcessed: z.int(),
  failed: z.int().describe("Number of records; each may have several errors"),
  errors: z.array(recordError),
  processedMerchantIds: z.array(z.string()),
  processedAt: z.iso.datetime(),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

export const bulkAccepted = z.object({
  batchId: z.string(),
  status: z.literal("QUEUED"),
  totalReceived: z.int(),
  statusUrl: z.url(),
});
export type BulkAccepted = z.output<typeof bulkAccepted>;

/** Counts are 0 until the batch is processed. */
export const batchStatus = z.object({
  batchId: z.string(),
  status: z.enum(batchStatuses),
  totalReceived: z.int(),
  totalProcessed: z.int(),
  successfullyProcessed: z.int(),
  failed: z.int(),
  errors: z.array(recordError),
  submittedAt: z.iso.datetime(),
  completedAt: z.iso.datetime().nullable(),
});
export type BatchStatusAnswer = z.output<typeof batchStatus>;
