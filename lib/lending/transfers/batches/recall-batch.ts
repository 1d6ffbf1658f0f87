import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { instructionBatches, instructionLines } from "@/db/schema/instruction-batches";
import { payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { fromKobo } from "@/lib/kernel/money";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { findBatch, linesOf, lockOrders, mayBeEntered, standingLines } from "./queries";

type Recalling = OperatorCall<{ batchId: string; reason: string }>;

/**
 * In the transaction of two operators: nothing of it was entered, they say, and its orders go into another batch under the
 * same references. What was entered all the same is found by its reference, and ends that order wherever it is.
 */
export async function recallBatch({ operator, batchId, reason, realNow }: Recalling): Promise<void> {
  await transaction(async () => {
    const { lenderId } = await findBatch(batchId);
    await lockLender(lenderId);
    const batch = await findBatch(batchId, { lock: true });
    if (batch.state === "RECALLED") throw new CodedError("LOAN_STATE_CONFLICT", "The batch has been recalled.");
    const lines = await standingLines(batchId);
    await lockOrders(lines);
    const confirmed = (await linesOf(batchId)).find(({ state }) => state === "CONFIRMED");
    // Of one that was never released, what is confirmed was entered from another.
    if (confirmed && batch.state === "RELEASED") {
      throw new CodedError("LOAN_STATE_CONFLICT", `The bank has carried out ${confirmed.reference} of it.`);
    }
    const recalled = { recalledAt: realNow };
    await db()
      .update(instructionBatches)
      .set({ ...recalled, state: "RECALLED" })
      .where(eq(instructionBatches.id, batchId));
    await db().update(instructionLines).set(recalled).where(eq(instructionLines.batchId, batchId));
    for (const { payoutId, paymentId } of lines) {
      if (payoutId && !(await mayBeEntered(payoutId))) await forget(payouts, payoutId);
      if (paymentId && !(await mayBeEntered(paymentId))) await forget(payments, paymentId);
    }
    const { number, sha256 } = batch;
    const detail = { number, sha256, reason };
    await recordServiceAudit({ operator, action: "batch.recall", detail, subjectId: batchId, realNow });
  });
}

/** Nobody has seen the file of a batch that was never released: the order counts as not asked for, and is decided again. */
async function forget(table: typeof payouts | typeof payments, id: string): Promise<void> {
  await db()
    .update(table)
    .set({ askedAt: null })
    .where(and(eq(table.id, id), eq(table.status, "PENDING")));
}

/** For whoever decides: whether the file was in anybody's hands, and what has become of the orders. */
export async function batchEvidence(batchId: string, { lock }: { lock: boolean }) {
  const batch = await findBatch(batchId);
  if (lock) await lockLender(batch.lenderId);
  const { lenderId, number, kind, state, orders, total, sha256, downloads } = await findBatch(batchId, { lock });
  const lines = await linesOf(batchId);
  const counted = (wanted: string) => lines.filter((line) => line.state === wanted).length;
  return {
    ...{ lenderId, number, kind, state, orders, total: fromKobo(total), sha256, downloads },
    confirmed: counted("CONFIRMED"),
    refused: counted("REFUSED"),
  };
}
