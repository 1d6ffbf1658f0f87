import { and, eq, inArray } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { holdLonger } from "@/db/due";
import { payments } from "@/db/schema/payments";
import { log } from "@/lib/kernel/log";
import type { BusinessTime } from "@/lib/kernel/time";
import { mandatesOver } from "@/lib/parties/lenders/rails/open-rail";
import type { GivenMandate, MandateProvider } from "@/lib/platform/providers/mandate";
import { checkDebit } from "./check-debit";
import { mandateOf, moneyThere } from "./money-there";
import { recordDebit } from "./record-debit";
import type { Debit, Payment } from "./serialize";
import { startDebit } from "./start-debit";
import { unlessMade } from "./unclear-debit";

/** Outside transactions, by the payment's id: after a kill it is the same debit. Returns when to ask again, or null. */
export async function collectPayment(
  paymentId: string,
  now: BusinessTime,
  provider?: MandateProvider,
): Promise<BusinessTime | null> {
  const [ordered] = await db().select().from(payments).where(eq(payments.id, paymentId));
  if (ordered?.railId) await holdLonger(payments, paymentId, now);
  if (ordered?.status === "CONFIRMED" || ordered?.status === "FAILED") return checkDebit(ordered, now, provider);
  const bank = provider ?? (ordered && (await mandatesOver(ordered)));
  if (bank?.inBatches && ordered && ordered.amount > 0) return waitForBatch(ordered, now);
  const start = await startDebit(paymentId, now, await moneyThere(paymentId, now, provider));
  if (!start.started) return start.again;
  const { payment } = start;
  const outcome = await ask(bank ?? (await mandatesOver(payment)), payment, await mandateOf(payment), now);
  return transaction(() => recordDebit(payment, unlessMade(ordered, outcome, now), now));
}

/** By hand nobody is asked: from the day that was announced, a batch takes it (docs/by-hand.md). */
async function waitForBatch({ id, status, dueAt }: Payment, now: BusinessTime): Promise<BusinessTime | null> {
  if (status === "ANNOUNCED" && dueAt && dueAt > now) return dueAt;
  await db()
    .update(payments)
    .set({ waitsBecause: "It waits for a batch.", dueAt: null, leasedUntil: null })
    .where(and(eq(payments.id, id), inArray(payments.status, ["ANNOUNCED", "PENDING"])));
  return null;
}

async function ask(bank: MandateProvider, payment: Debit, mandate: GivenMandate, now: BusinessTime) {
  const { id: idempotencyKey, reference, amount, askedAt } = payment;
  // Such a payment ends a loan that sales have repaid but for the interest.
  if (amount === 0) return { status: "CONFIRMED", reference: null } as const;
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const asked = bank.debit({ ...mandate, idempotencyKey, reference, amount, askedAt: askedAt ?? now, now });
  try {
    return await asked;
  } catch (error) {
    // It may or may not have debited: PENDING means that we do not know.
    log.error("the bank could not be asked to debit", error, { paymentId: payment.id });
    return { status: "PENDING", sent: "MAYBE" } as const;
  }
}
