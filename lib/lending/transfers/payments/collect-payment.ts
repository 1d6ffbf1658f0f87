import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { holdLonger } from "@/db/due";
import { markDay } from "@/db/mark-collection";
import { payments } from "@/db/schema/payments";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { cancelMandate } from "@/lib/loans/loans/cancel-mandate";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { mandatesOver } from "@/lib/parties/lenders/rails/open-rail";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import type { DebitOutcome, GivenMandate, MandateProvider } from "@/lib/platform/providers/mandate";
import type { DebitFailure } from "@/lib/terms/payments/states";
import { bookPayment } from "./book-payment";
import { checkDebit } from "./check-debit";
import { debitedAccount } from "./debited-account";
import { mandateOf, moneyThere } from "./money-there";
import { recheckMandate } from "./recheck-mandate";
import type { Debit } from "./serialize";
import { startDebit } from "./start-debit";
import { unlessMade } from "./unclear-debit";

/**
 * Asked outside any transaction, by the payment's id: after a kill the next one gets the same debit. Returns when to
 * ask again, or null when it is finished.
 */
export async function collectPayment(
  paymentId: string,
  now: BusinessTime,
  provider?: MandateProvider,
): Promise<BusinessTime | null> {
  const [ordered] = await db().select().from(payments).where(eq(payments.id, paymentId));
  if (ordered?.railId) await holdLonger(payments, paymentId, now);
  if (ordered?.status === "CONFIRMED") return checkDebit(ordered, now, provider);
  const start = await startDebit(paymentId, now, await moneyThere(paymentId, now, provider));
  if (!start.started) return start.again;
  const { payment } = start;
  const bank = provider ?? (await mandatesOver(payment));
  const outcome = await ask(bank, payment, await mandateOf(payment), now);
  return transaction(() => recordDebit(payment, unlessMade(ordered, outcome, now), now));
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

type Answer = DebitOutcome | { status: "CONFIRMED"; reference: null };

/** In a transaction. Returns when the bank is to be asked again. */
export async function recordDebit(payment: Debit, outcome: Answer, now: BusinessTime): Promise<BusinessTime | null> {
  const { id, loanId, source, status: _, ...ordered } = payment;
  const tenant = tenantOf(payment);
  const actor: Actor = { kind: "job", tenant, task: "collect-payment" };
  const loan = await lockLoan(reachOf(actor), loanId);
  const waiting = and(eq(payments.id, id), eq(payments.status, "PENDING"));
  if (outcome.status === "PENDING") {
    const again = askAgainAt(payment.askedAt ?? now, now);
    const { detail: waitsBecause = null } = outcome;
    const silence = outcome.sent === "MAYBE" ? { silentAt: now } : {};
    await db()
      .update(payments)
      .set({ dueAt: again, leasedUntil: null, waitsBecause, ...silence })
      .where(waiting);
    return again;
  }
  const { status } = outcome;
  const answer = status === "CONFIRMED" ? { providerReference: outcome.reference } : { failure: outcome.reason };
  const dueAt = status === "CONFIRMED" && payment.railId && payment.amount > 0 ? later(now, day) : null;
  const finished = await db()
    .update(payments)
    .set({ status, ...answer, finishedAt: now, dueAt, leasedUntil: null, waitsBecause: null })
    .where(waiting)
    .returning({ id: payments.id });
  if (finished.length === 0) return null;
  await recordAudit({ actor, action: "payment.finish", detail: { source, status }, subjectId: id, now });
  if (status === "CONFIRMED") {
    const { mandateId, amount, coolingOff, orderedAt } = ordered;
    await bookPayment({ actor, loan, payment: { id, mandateId, source, amount, coolingOff, orderedAt }, now });
  } else {
    const { mandateId } = payment;
    if (outcome.reason === "MANDATE_CANCELLED") await cancelMandate({ actor, loan, mandateId, cause: "HOLDER", now });
    await tellBounced(payment, loan.merchantId, outcome.reason, now);
  }
  await recheckMandate(payment, now);
  if (status === "CONFIRMED") await markDay({ tenant, merchantId: loan.merchantId, loanId, at: now, now });
  return dueAt;
}

async function tellBounced(payment: Debit, merchantId: string, failure: DebitFailure, now: BusinessTime) {
  const { id: paymentId, loanId, mandateId, source, amount } = payment;
  const about = { tenant: tenantOf(payment), merchantId, loanId, now };
  const debit = { paymentId, source, amount, ...(await debitedAccount(mandateId)), failure };
  await queueMerchantMail({ ...about, kind: "DEBIT_FAILED", ...debit });
}

/** As long as it has been pending already, but between a minute and an hour. */
function askAgainAt(askedAt: BusinessTime, now: BusinessTime): BusinessTime {
  return later(now, Math.min(Math.max(now.getTime() - askedAt.getTime(), minute), hour));
}
