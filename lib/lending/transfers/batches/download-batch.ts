import { eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { instructionBatches } from "@/db/schema/instruction-batches";
import type { OperatorCall } from "@/lib/kernel/call";
import { decrypt, sha256 } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { findBatch, requireBatch } from "./queries";

type Downloading = OperatorCall<{ lenderId: string; batchId: string }>;

/** The file of a batch that was released, as it was made. Each download is counted and audited. */
export async function downloadBatch(call: Downloading): Promise<{ name: string; content: string }> {
  const { operator, lenderId, batchId, realNow } = call;
  await requireBatch(lenderId, batchId);
  return transaction(async () => {
    const batch = await findBatch(batchId, { lock: true });
    if (batch.state !== "RELEASED") {
      const why = batch.state === "MADE" ? "has not been released" : "has been recalled";
      throw new CodedError("LOAN_STATE_CONFLICT", `The batch ${why}, so nobody is to enter it.`);
    }
    const content = decrypt("instruction_batches.content", batch.content);
    if (sha256(content) !== batch.sha256) throw new Error(`The batch ${batchId} is not what it was made as.`);
    await db()
      .update(instructionBatches)
      .set({ downloads: sql`${instructionBatches.downloads} + 1`, downloadedAt: realNow })
      .where(eq(instructionBatches.id, batchId));
    const detail = { number: batch.number, sha256: batch.sha256 };
    await recordServiceAudit({ operator, action: "batch.download", detail, subjectId: batchId, realNow });
    return { name: `batch-${batch.number}-${batch.sha256.slice(0, 8)}.csv`, content };
  });
}
downloadBatch.errors = ["NOT_FOUND", "LOAN_STATE_CONFLICT"] as const;
