import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payments } from "@/db/schema/payments";
import type { BusinessTime } from "@/lib/kernel/time";
import { answerOf, nextCheck } from "@/lib/lending/transfers/reversed/check-reversal";
import { mandatesOver } from "@/lib/parties/lenders/rails/open-rail";
import type { MandateProvider } from "@/lib/platform/providers/mandate";
import { mandateOf } from "./money-there";
import { recordDebitReversal } from "./record-debit-reversal";
import { isDebit, type Payment } from "./serialize";

/**
 * Asks whether a debit that was paid has been taken back, as of payouts (docs/payments.md#reversed-debits). Returns when to
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
  if (!reversed) return finish(id, nextCheck(finishedAt, reversed, now));
  await transaction(() => recordDebitReversal(payment, now));
  return null;
}

async function finish(paymentId: string, dueAt: BusinessTime | null): Promise<BusinessTime | null> {
  const paid = and(eq(payments.id, paymentId), eq(payments.status, "CONFIRMED"));
  await db().update(payments).set({ dueAt, leasedUntil: null }).where(paid);
  return dueAt;
}
