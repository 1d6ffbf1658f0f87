import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { startDebit } from "@/lib/lending/transfers/payments/start-debit";
import { startAsking } from "@/lib/lending/transfers/payouts/start-asking";
import { lockLender } from "@/lib/parties/lenders/lock-lender";
import { hasToWait } from "./open-payouts";
import { type Batch, findBatch, type Line, mayBeEntered, standingLines } from "./queries";

/** Decides anew about each order: days may have passed. Answers what must not be entered. Not in a transaction. */
export async function decideMade(batch: Batch, now: BusinessTime): Promise<string[]> {
  const changed: string[] = [];
  for (const line of await standingLines(batch.id)) {
    const why = await (line.payoutId ? payoutObstacle(batch, line.payoutId, now) : debitObstacle(batch, line, now));
    if (why) changed.push(`${line.reference}: ${why}`);
  }
  return changed;
}

/** Whether another release is deciding about one of its orders at this moment. In the transaction of the release. */
export async function isBeingDecided(batchId: string): Promise<boolean> {
  for (const { payoutId, paymentId } of await standingLines(batchId)) {
    const order = await (payoutId ? orderIn(payouts, payoutId) : orderIn(payments, paymentId ?? ""));
    if (order?.status === "PENDING" && order.askedAt === null) return true;
  }
  return false;
}

async function orderIn(table: typeof payouts | typeof payments, id: string) {
  const [order] = await db()
    .select({ status: table.status, askedAt: table.askedAt })
    .from(table)
    .where(eq(table.id, id));
  return order;
}

async function payoutObstacle(batch: Batch, id: string, now: BusinessTime): Promise<string | null> {
  const { made } = await countAsUnasked(batch, payouts, id);
  const it = and(eq(payouts.id, id), eq(payouts.status, "PENDING"));
  const [payout] = await db().select().from(payouts).where(it);
  if (!made || !payout) return null;
  const ready = !(await hasToWait(payout, now)) && (await startAsking(payout, now)).started;
  const [current] = await db().select().from(payouts).where(it);
  if (!ready) return current ? (current.waitsBecause ?? undecided) : ended;
  await db().update(payouts).set({ waitsFor: "BATCH", dueAt: null }).where(it);
  return null;
}

async function debitObstacle(batch: Batch, { paymentId, amount }: Line, now: BusinessTime): Promise<string | null> {
  if (!paymentId || !(await countAsUnasked(batch, payments, paymentId)).unasked) return null;
  const start = await startDebit(paymentId, now);
  if (!start.started) return start.again ? undecided : ended;
  if (start.payment.amount === amount) return null;
  return `no more than ${nairaText(fromKobo(start.payment.amount))} is owed or overdue now`;
}

/** As long as nobody has seen the file of a batch that it is in. `made`: nor has this one been released meanwhile. */
async function countAsUnasked(batch: Batch, table: typeof payouts | typeof payments, id: string) {
  return transaction(async () => {
    await lockLender(batch.lenderId);
    const made = (await findBatch(batch.id)).state === "MADE";
    if (!made || (await mayBeEntered(id))) return { made, unasked: false };
    const open = and(eq(table.id, id), eq(table.status, "PENDING"));
    const unasked = await db().update(table).set({ askedAt: null }).where(open).returning({ id: table.id });
    return { made, unasked: unasked.length > 0 };
  });
}

const ended = "it would not be ordered today, and has ended";
const undecided = "it cannot be decided about at this moment";
