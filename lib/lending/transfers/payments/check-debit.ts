import { and, eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payments } from "@/db/schema/payments";
import type { BusinessTime } from "@/lib/kernel/time";
import { answerOf, nextCheck } from "@/lib/lending/transfers/reversed/check-reversal";
import { mandatesOver } from "@/lib/parties/lenders/rails/open-rail";
import type { MandateProvider } from "@/lib/platform/providers/mandate";
import { mandateOf } from "./money-there";
import { recordDebit } from "./record-debit";
import { recordDebitReversal } from "./record-debit-reversal";
import { type Debit, isDebit, type Payment } from "./serialize";

/**
 * Asks whether a debit that was paid has been taken back, as of payouts (docs/payments.md#reversed-debits), or one that was
 * refused has been paid after all. Returns when to
 * ask again, or null when it is over.
 */
export async function checkDebit(
  payment: Payment,
  now: BusinessTime,
  provider?: MandateProvider,
): Promise<BusinessTime | null> {
  const { id, finishedAt } = payment;
  if (!isDebit(payment) || !payment.railId || !finishedAt) return finish(id, null);
  const bank = provider ?? (await mandatesOver(payment));
  if (!bank.isReversed) return finish(id, null);
  const { reference, amount, askedAt } = payment;
  const order = { ...(await mandateOf(payment)), idempotencyKey: id, reference, amount, askedAt: askedAt ?? now, now };
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const reversed = await answerOf(bank.isReversed(order), id);
  if (payment.status === "FAILED" && reversed === false) return late(payment, now);
  if (!reversed || payment.status === "FAILED") return finish(id, nextCheck(finishedAt, reversed && false, now));
  await transaction(() => recordDebitReversal(payment, now));
  return null;
}

/** One that was taken for refused has been paid, and is booked. */
function late(payment: Debit, now: BusinessTime): Promise<BusinessTime | null> {
  const paid = { status: "CONFIRMED", reference: payment.reference ?? payment.id } as const;
  return transaction(() => recordDebit(payment, paid, now));
}

async function finish(paymentId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  const paid = and(eq(payments.id, paymentId), inArray(payments.status, ["CONFIRMED", "FAILED"]));
  await db().update(payments).set({ dueAt, leasedUntil: null }).where(paid);
  return dueAt;
}
