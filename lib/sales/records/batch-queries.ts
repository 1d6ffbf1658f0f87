import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { batches } from "@/db/schema/batches";
import { inReach } from "@/db/tenancy";
import { notFound } from "@/lib/kernel/errors";
import type { Reach } from "@/lib/kernel/reach";
import type { BatchStatusAnswer, BulkAnswer } from "./batch-schema";

/** A merchant-bound token sees only batches it submitted. */
export async function readBatchStatus(reach: Reach, batchId: string): Promise<BatchStatusAnswer> {
  const [batch] = await db()
    .select()
    .from(batches)
    .where(inReach(batches, reach, eq(batches.batchId, batchId)));
  if (!batch) throw notFound("batch");
  const { status, totalReceived } = batch;
  const answer: BulkAnswer | null = batch.answer === null ? null : JSON.parse(batch.answer);
  return {
    batchId,
    status,
    totalReceived,
    totalProcessed: answer?.totalProcessed ?? 0,
    successfullyProcessed: answer?.successfullyProcessed ?? 0,
    failed: answer?.failed ?? 0,
    errors: answer?.errors ?? [],
    submittedAt: batch.submittedAt.toISOString(),
    completedAt: batch.completedAt?.toISOString() ?? null,
  };
}
readBatchStatus.errors = ["NOT_FOUND"] as const;
