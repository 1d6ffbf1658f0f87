import { and, eq, isNotNull, ne, sum } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { instructionBatches } from "@/db/schema/instruction-batches";
import { rails } from "@/db/schema/lenders";
import type { OperatorCall } from "@/lib/kernel/call";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { fromKobo, kobo, nairaText, plus, toKobo } from "@/lib/kernel/money";
import { businessTime } from "@/lib/kernel/time";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import { recordServiceAudit } from "@/lib/platform/audit/record-audit";
import { usualDayLimit } from "@/lib/terms/batches";
import { bankDayOf } from "./bank-day";
import { decideMade, isBeingDecided } from "./decide-made";
import { type Batch, findBatch, linesOf, lockOrders, readBatch, requireBatch, standingLines } from "./queries";
import type { BatchWithLines } from "./schema";

type Releasing = OperatorCall<{ lenderId: string; batchId: string }>;

/**
 * From then on it may be downloaded and entered, once its orders are decided about as when it was made. Not inside a transaction. Whoever made it may, up to the account's limit of a bank day; beyond it
 * another operator does (docs/by-hand.md#two-people).
 */
export async function releaseBatch({ operator, lenderId, batchId, realNow }: Releasing): Promise<BatchWithLines> {
  const made = await requireBatch(lenderId, batchId);
  const changed = made.state === "MADE" ? await decideMade(made, businessTime(realNow, 0)) : [];
  if (changed.length > 0) {
    const detail = `Not to be entered any more: ${changed.join("; ")}. Recall the batch, and make another.`;
    throw new CodedError("LOAN_STATE_CONFLICT", detail);
  }
  await transaction(async () => {
    await lockLender(lenderId);
    const batch = await findBatch(batchId, { lock: true });
    if (batch.state === "RELEASED") return;
    if (batch.state !== "MADE") throw new CodedError("LOAN_STATE_CONFLICT", "The batch has been recalled.");
    await lockOrders(await standingLines(batchId));
    // It was in a batch before, entered, and found out since: it must not be entered again.
    const ended = (await linesOf(batchId)).find(({ state }) => state !== "OPEN");
    if (ended) {
      const detail = `${ended.reference} has ended since it was made: recall the batch, and make another.`;
      throw new CodedError("LOAN_STATE_CONFLICT", detail);
    }
    if (await isBeingDecided(batchId)) {
      throw new CodedError("LOAN_STATE_CONFLICT", "Somebody else is releasing the batch at this moment: try again.");
    }
    const day = bankDayOf(realNow);
    if (operator.userId === batch.madeBy) await refuseAboveLimit(batch, day);
    const released = { state: "RELEASED", releasedBy: operator.userId, releasedAt: realNow, releasedFor: day } as const;
    await db().update(instructionBatches).set(released).where(eq(instructionBatches.id, batchId));
    const { number, sha256 } = batch;
    const detail = { number, sha256, day };
    await recordServiceAudit({ operator, action: "batch.release", detail, subjectId: batchId, realNow });
  });
  return readBatch(lenderId, batchId);
}
releaseBatch.errors = ["NOT_FOUND", "LOAN_STATE_CONFLICT", "OWN_PROPOSAL"] as const;

/** With the lender's row locked, so that two at once are counted. Whoever released the others: all of them count. */
async function refuseAboveLimit({ id, lenderId, railId, total }: Batch, day: string): Promise<void> {
  const ofDay = and(eq(instructionBatches.lenderId, lenderId), eq(instructionBatches.releasedFor, day));
  const [others] = await db()
    .select({ total: sum(instructionBatches.total) })
    .from(instructionBatches)
    .where(and(ofDay, isNotNull(instructionBatches.releasedAt), ne(instructionBatches.id, id)));
  const [rail] = await db().select({ limit: rails.dayLimit }).from(rails).where(eq(rails.id, railId));
  if (!rail) throw notFound("rail");
  const limit = rail.limit ?? toKobo(usualDayLimit);
  if (plus(total, kobo(Number(others?.total ?? 0))) <= limit) return;
  const most = nairaText(fromKobo(limit));
  throw new CodedError("OWN_PROPOSAL", `Beyond ${most} on a bank day, another operator than who made it releases it.`);
}
