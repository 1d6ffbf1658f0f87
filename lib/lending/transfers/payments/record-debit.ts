import { and, eq, inArray } from "drizzle-orm";
import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { payments } from "@/db/schema/payments";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { cancelMandate } from "@/lib/loans/loans/cancel-mandate";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import type { DebitOutcome } from "@/lib/platform/providers/mandate";
import type { DebitFailure } from "@/lib/terms/payments/states";
import { bookPayment } from "./book-payment";
import { debitedAccount } from "./debited-account";
import { recheckMandate } from "./recheck-mandate";
import type { Debit } from "./serialize";

type Answer = DebitOutcome | { status: "CONFIRMED"; reference: null };

/** In a transaction. Returns when the bank is to be asked again. */
export async function recordDebit(payment: Debit, outcome: Answer, now: BusinessTime): Promise<BusinessTime | null> {
  const { id, loanId, source, status: _, ...ordered } = payment;
  const tenant = tenantOf(payment);
  const actor: Actor = { kind: "job", tenant, task: "collect-payment" };
  const loan = await lockLoan(reachOf(actor), loanId);
  // One that was refused may have been made all the same.
  const waiting = and(
    eq(payments.id, id),
    inArray(payments.status, outcome.status === "CONFIRMED" ? ["PENDING", "FAILED"] : ["PENDING"]),
  );
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
  const answer =
    status === "CONFIRMED" ? { providerReference: outcome.reference, failure: null } : { failure: outcome.reason };
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
