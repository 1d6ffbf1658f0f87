import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { journals } from "@/db/schema/ledger";
import { payments } from "@/db/schema/payments";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { minus } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { countPayment } from "@/lib/lending/reconciliation/breaks/balance-breaks";
import { type Book, payable, refundReceivable, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import { applyBooking } from "@/lib/loans/loans/apply-booking";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { toPaymentReversedPayload } from "@/lib/loans/loans/milestone-payloads";
import { collectionIn } from "@/lib/loans/loans/read-collection";
import { restoreInterest } from "@/lib/loans/loans/restore-interest";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { shownStatus } from "@/lib/terms/loans/states";
import { debitedAccount } from "./debited-account";
import { recheckMandate } from "./recheck-mandate";
import type { Debit } from "./serialize";

/** In a transaction. What a debit had paid is owed again, whatever has become of the loan since. */
export async function recordDebitReversal(payment: Debit, now: BusinessTime): Promise<void> {
  const { id: paymentId, loanId, amount, source } = payment;
  const tenant = tenantOf(payment);
  const actor: Actor = { kind: "job", tenant, task: "collect-payment" };
  const loan = await lockLoan(reachOf(actor), loanId);
  const paid = inTenant(payments, tenant, eq(payments.id, paymentId), eq(payments.status, "CONFIRMED"));
  const [recorded] = await db()
    .update(payments)
    .set({ status: "REVERSED", reversedAt: now, dueAt: null, leasedUntil: null })
    .where(paid)
    .returning();
  if (!recorded) return;
  await recordAudit({ actor, action: "payment.reverse", detail: { source }, subjectId: paymentId, now });
  const before = bookOf(loan);
  const taken = { type: "DEBIT_REVERSED", paymentId, occurredAt: now, now } as const;
  const booked = await bookJournal({ tenant, before, change: await lostBy(loan, before, payment), ...taken });
  const left = await restoreInterest(loan, booked, now);
  if (loan.balanceDisputed) {
    const change = minus(totalPaid(left.after), totalPaid(before));
    await countPayment(reachOf(actor), loanId, { paid: change, due: totalDue(left.after) });
  }
  const about = { tenant, merchantId: loan.merchantId, now };
  await applyBooking(left.loan, before, left.after, now, async (state) => {
    const what = { amount, source, receivedAt: recorded.finishedAt ?? now, reversedAt: now };
    const collection = await collectionIn(loan, now);
    const payload = toPaymentReversedPayload(loan, shownStatus(state), left.after, what, collection);
    await recordEvent({ ...about, type: "loan.payment_reversed", payload });
  });
  const from = await debitedAccount(payment.mandateId);
  const owed = {
    ...{ left: payable(left.after), refunded: refundReceivable(left.after) },
    ...{ fee: minus(left.after.interest, before.interest), collection: collectionOf(loan) },
  } as const;
  await queueMerchantMail({ ...about, loanId, kind: "DEBIT_REVERSED", paymentId, amount, ...from, ...owed });
  await recheckMandate(payment, now);
  await markDay({ ...about, loanId, at: now });
}

function collectionOf({
  status,
  returnedAt,
  pausedAt,
}: LoanRecord): "MONEY_CAME_BACK" | "WRITTEN_OFF" | "PAUSED" | "RUNS" {
  if (returnedAt) return "MONEY_CAME_BACK";
  if (status === "WRITTEN_OFF") return "WRITTEN_OFF";
  return pausedAt ? "PAUSED" : "RUNS";
}

/** One from before the write-off was not received at it, and makes the loss larger, as a deduction does. */
async function lostBy(loan: LoanRecord, before: Book, { id, amount }: Debit): Promise<Partial<Book>> {
  const received = minus(before.received, amount);
  const known = before.receivedAtWriteOff;
  if (known === null) return { received };
  const its = inTenant(journals, tenantOf(loan), eq(journals.loanId, loan.id), eq(journals.paymentId, id));
  const [journal] = await db().select({ type: journals.type }).from(journals).where(its);
  return journal?.type === "PAYMENT" ? { received, receivedAtWriteOff: minus(known, amount) } : { received };
}
