import { and, eq, inArray, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { batches } from "@/db/schema/batches";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { reachOf, reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { bulkAnswerOf, finalStatus } from "./batch-answer";
import { processRecords } from "./process-records";
import { retryOvertaken } from "./retry-overtaken";
import { openBatch } from "./stored-batch";
import { submissionScopeOf } from "./submission-scope";

/** Attempts per batch; a fault of ours must not keep it in the queue for ever. */
const maxAttempts = 5;

type Batch = typeof batches.$inferSelect;

/** Records, scores and response are one transaction: if killed it starts over. Returns when to retry, or null. */
export async function processBatch(id: string, now: BusinessTime): Promise<BusinessTime | null> {
  const [batch] = await db().update(batches).set({ status: "PROCESSING" }).where(waiting(id)).returning();
  if (!batch) return null;
  try {
    await retryOvertaken(() => transaction(() => finish(batch, now)));
    return null;
  } catch (error) {
    log.error("a batch could not be processed", error, { batchId: id });
    return postpone(batch, now);
  }
}

const waiting = (id: string) => and(eq(batches.id, id), inArray(batches.status, ["QUEUED", "PROCESSING"]));

async function finish(batch: Batch, now: BusinessTime): Promise<void> {
  const { id, payload, submittedAt, merchantId } = batch;
  // Locked: if two workers both claim it, the second waits and finds it done.
  const [mine] = await db().select({ id: batches.id }).from(batches).where(waiting(id)).for("update");
  if (!mine || payload === null) return;
  const tenant = tenantOf(batch);
  const actor: Actor = { kind: "job", tenant, task: "process-batch" };
  const records = openBatch(payload);
  const reach = merchantId === null ? reachOf(actor) : reachOfRow({ ...tenant, merchantId });
  const scope = await submissionScopeOf({ actor, reach, records, now: submittedAt });
  const processed = await processRecords({ reach, records, scope, submittedAt, now });
  const answer = JSON.stringify(bulkAnswerOf(processed, records.length, now));
  const status = finalStatus(processed);
  await db()
    .update(batches)
    .set({ status, answer, completedAt: now, payload: null, dueAt: null, leasedUntil: null })
    .where(eq(batches.id, id));
}

async function postpone(batch: Batch, now: BusinessTime): Promise<BusinessTime | null> {
  const dueAt = batch.attempts + 1 < maxAttempts ? later(now, (batch.attempts + 1) * minute) : null;
  const givenUp = dueAt ? {} : ({ status: "FAILED", completedAt: now } as const);
  await db()
    .update(batches)
    .set({ attempts: sql`${batches.attempts} + 1`, dueAt, leasedUntil: null, ...givenUp })
    .where(waiting(batch.id));
  return dueAt;
}
