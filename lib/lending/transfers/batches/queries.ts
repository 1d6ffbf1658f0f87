import { and, asc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { onPage, type Page, pageOf, pageOrder, pageRows, requireNeighbour } from "@/db/page";
import { instructionBatches, instructionLines } from "@/db/schema/instruction-batches";
import { rails } from "@/db/schema/lenders";
import { payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { notFound } from "@/lib/kernel/errors";
import { fromKobo } from "@/lib/kernel/money";
import { findLender } from "@/lib/parties/lenders/queries";
import type { BatchAnswer, BatchLine, BatchWithLines } from "./schema";

export type Batch = typeof instructionBatches.$inferSelect;
export type Line = typeof instructionLines.$inferSelect;

/** @param options.lock for the rest of the transaction */
export async function findBatch(batchId: string, { lock = false } = {}): Promise<Batch> {
  const one = db().select().from(instructionBatches).where(eq(instructionBatches.id, batchId));
  const [found] = await (lock ? one.for("update") : one);
  if (!found) throw notFound("batch");
  return found;
}

/** That a lender has. @throws CodedError NOT_FOUND */
export async function requireBatch(lenderId: string, batchId: string): Promise<Batch> {
  const batch = await findBatch(batchId);
  if (batch.lenderId !== lenderId) throw notFound("batch");
  return batch;
}

type BatchPage = { data: BatchAnswer[]; hasMore: boolean };

/** Newest first. */
export async function listBatches(lenderId: string, query: Page): Promise<BatchPage> {
  await requireNeighbour(instructionBatches.id, query);
  if (!(await findLender(lenderId))) throw notFound("lender");
  return pageOfBatches(eq(instructionBatches.lenderId, lenderId), query);
}
listBatches.errors = ["NOT_FOUND"] as const;

/** The newest first of those that hold a condition. */
export async function pageOfBatches(wanted: SQL | undefined, query: Page): Promise<BatchPage> {
  const found = await db()
    .select()
    .from(instructionBatches)
    .where(and(wanted, onPage(instructionBatches.id, query)))
    .orderBy(pageOrder(instructionBatches.id, query))
    .limit(pageRows(query));
  const { rows, hasMore } = pageOf(found, query);
  return { data: await answersOf(rows), hasMore };
}

export async function readBatch(lenderId: string, batchId: string): Promise<BatchWithLines> {
  const batch = await requireBatch(lenderId, batchId);
  const [answer] = await answersOf([batch]);
  if (!answer) throw notFound("batch");
  return { ...answer, lines: await linesOf(batch.id) };
}
readBatch.errors = ["NOT_FOUND"] as const;

async function answersOf(batches: readonly Batch[]): Promise<BatchAnswer[]> {
  const counts = await countsOf(batches.map(({ id }) => id));
  const accounts = await db()
    .select({ id: rails.id, accountId: rails.integration })
    .from(rails)
    .where(
      inArray(
        rails.id,
        batches.map(({ railId }) => railId),
      ),
    );
  return batches.map((batch) => {
    const { id, lenderId, number, kind, state, orders, total, sha256, madeBy, releasedBy, downloads } = batch;
    return {
      ...{ id, lenderId, number, kind, state, orders, total: fromKobo(total), sha256, madeBy, releasedBy, downloads },
      accountId: accounts.find((one) => one.id === batch.railId)?.accountId ?? "",
      ...(counts.get(id) ?? { confirmed: 0, refused: 0 }),
      madeAt: batch.madeAt.toISOString(),
      releasedAt: batch.releasedAt?.toISOString() ?? null,
      downloadedAt: batch.downloadedAt?.toISOString() ?? null,
      recalledAt: batch.recalledAt?.toISOString() ?? null,
    };
  });
}

const orderStatus = sql<string>`coalesce(${payouts.status}, ${payments.status})`;

/** How many of each batch's orders were carried out, and how many were not; of a thousand orders each no line is read. */
async function countsOf(batchIds: readonly string[]): Promise<Map<string, { confirmed: number; refused: number }>> {
  const { batchId } = instructionLines;
  const rows = await db()
    .select({ batchId, status: orderStatus, count: sql<number>`count(*)::int` })
    .from(instructionLines)
    .leftJoin(payouts, eq(payouts.id, instructionLines.payoutId))
    .leftJoin(payments, eq(payments.id, instructionLines.paymentId))
    .where(inArray(batchId, batchIds))
    .groupBy(batchId, orderStatus);
  const counts = new Map(batchIds.map((id) => [id, { confirmed: 0, refused: 0 }]));
  for (const { batchId, status, count } of rows) {
    const its = counts.get(batchId);
    if (its && stateOf(status) === "CONFIRMED") its.confirmed += count;
    if (its && stateOf(status) === "REFUSED") its.refused += count;
  }
  return counts;
}

/** With what has become of each order, whichever batch it is in now. */
export async function linesOf(ofBatch: string): Promise<BatchLine[]> {
  const { batchId, position, reference, amount } = instructionLines;
  const found = await db()
    .select({
      ...{ position, reference, amount },
      purpose: payouts.purpose,
      loanId: sql<string>`coalesce(${payouts.loanId}, ${payments.loanId})`,
      status: orderStatus,
    })
    .from(instructionLines)
    .leftJoin(payouts, eq(payouts.id, instructionLines.payoutId))
    .leftJoin(payments, eq(payments.id, instructionLines.paymentId))
    .where(eq(batchId, ofBatch))
    .orderBy(asc(position));
  return found.map(({ purpose, status, amount, ...line }) => ({
    ...line,
    amount: fromKobo(amount),
    what: purpose ?? "DEBIT",
    state: stateOf(status),
  }));
}

function stateOf(status: string): BatchLine["state"] {
  if (status === "CONFIRMED" || status === "REVERSED") return "CONFIRMED";
  return status === "PENDING" ? "OPEN" : "REFUSED";
}

/** Whether a payout or payment may have been entered: its batch was released, recalled since or not. */
export async function mayBeEntered(orderId: string): Promise<boolean> {
  const it = or(eq(instructionLines.payoutId, orderId), eq(instructionLines.paymentId, orderId));
  const released = and(it, isNotNull(instructionBatches.releasedAt));
  const found = await db()
    .select({ batchId: instructionLines.batchId })
    .from(instructionLines)
    .innerJoin(instructionBatches, eq(instructionBatches.id, instructionLines.batchId))
    .where(released)
    .limit(1);
  return found.length > 0;
}

/** Its orders that are in no other batch since. */
export async function standingLines(batchId: string): Promise<Line[]> {
  const own = and(eq(instructionLines.batchId, batchId), isNull(instructionLines.recalledAt));
  return db().select().from(instructionLines).where(own).orderBy(asc(instructionLines.position));
}

/** In a transaction: an answer about one of them waits for its end, or is seen in it. */
export async function lockOrders(lines: readonly Line[]): Promise<void> {
  const payoutIds = lines.flatMap(({ payoutId }) => payoutId ?? []);
  const paymentIds = lines.flatMap(({ paymentId }) => paymentId ?? []);
  const [outs, ins] = [inArray(payouts.id, payoutIds), inArray(payments.id, paymentIds)];
  await db().select({ id: payouts.id }).from(payouts).where(outs).orderBy(asc(payouts.id)).for("update");
  await db().select({ id: payments.id }).from(payments).where(ins).orderBy(asc(payments.id)).for("update");
}
