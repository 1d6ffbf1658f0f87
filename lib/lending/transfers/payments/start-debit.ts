import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payments } from "@/db/schema/payments";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { type Kobo, least, zero } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { payable, writtenOff } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord, lockLoan, pausesOf } from "@/lib/loans/loans/load-loans";
import { delinquencyIn } from "@/lib/loans/loans/performance";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { isPayable } from "@/lib/terms/loans/states";
import { endsWithoutInterest, principalLeft } from "./cooling-off";
import { debitableArrears } from "./debit-rules";
import { activeMandate, isPaymentUnderWay, roomUnder } from "./queries";
import { recheckMandate } from "./recheck-mandate";
import { type Debit, isDebit } from "./serialize";

/** The payment as the bank is to be asked for it; if it is not, when to try again, or null when it is finished. */
type Start = { started: true; payment: Debit } | { started: false; again: BusinessTime | null };

/**
 * No more than was ordered or announced, nor than is owed now; nothing left cancels it. `there`: what the account could
 * pay; of arrears no more is tried, unless that is nothing.
 */
export async function startDebit(paymentId: string, now: BusinessTime, there: Kobo | null = null): Promise<Start> {
  const [named] = await db().select().from(payments).where(eq(payments.id, paymentId));
  if (!named) return { started: false, again: null };
  const tenant = tenantOf(named);
  const actor: Actor = { kind: "job", tenant, task: "collect-payment" };
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), named.loanId);
    const it = eq(payments.id, paymentId);
    const [payment] = await db().select().from(payments).where(it);
    if (!payment || !isDebit(payment)) return { started: false, again: null };
    if (payment.status !== "PENDING" && payment.status !== "ANNOUNCED") return { started: false, again: null };
    if (payment.askedAt) return { started: true, payment };
    if (payment.status === "ANNOUNCED" && payment.dueAt && payment.dueAt > now) {
      return { started: false, again: payment.dueAt };
    }
    if (payment.status === "ANNOUNCED" && (await isPaymentUnderWay(loan))) {
      // What is overdue is known once that payment is finished.
      const again = later(now, minute);
      await db().update(payments).set({ dueAt: again, leasedUntil: null }).where(it);
      return { started: false, again };
    }
    const owed = await amountNow(loan, payment, now);
    const part = owed !== null && payment.source === "MANDATE" && there !== null && there > zero;
    const amount = part ? least(owed, there) : owed;
    if (amount === null) {
      const { source } = payment;
      const cancelled = { status: "CANCELLED", finishedAt: now, dueAt: null, leasedUntil: null } as const;
      await db().update(payments).set(cancelled).where(it);
      const detail = { source, status: "CANCELLED" };
      await recordAudit({ actor, action: "payment.finish", detail, subjectId: paymentId, now });
      await recheckMandate(payment, now);
      return { started: false, again: null };
    }
    const asked = { status: "PENDING", amount, askedAt: now } as const;
    await db().update(payments).set(asked).where(it);
    return { started: true, payment: { ...payment, ...asked } };
  });
}

/** Null for nothing at all. Zero ends a loan in cooling-off whose principal sales have brought, without a mandate. */
async function amountNow(loan: LoanRecord, payment: Debit, now: BusinessTime): Promise<Kobo | null> {
  const { source, amount, coolingOff, mandateId } = payment;
  if (coolingOff && !endsWithoutInterest(loan, payment)) return null;
  const ending = coolingOff ? least(amount, principalLeft(loan)) : null;
  if (ending === 0) return ending;
  const mandate = await activeMandate(loan);
  const left = isPayable(loan.status) ? payable(bookOf(loan)) : zero;
  if (mandate?.id !== mandateId || left === 0) return null;
  if (ending !== null) return ending;
  const most = source === "DIRECT" ? left : await arrearsOf(loan, payment, now);
  return most > zero ? least(amount, most) : null;
}

async function arrearsOf(loan: LoanRecord, { id, mandateId }: Debit, now: BusinessTime): Promise<Kobo> {
  const delinquency = delinquencyIn(loan, await pausesOf(loan), now);
  const room = await roomUnder(loan, mandateId, id);
  return debitableArrears({ ...loan, delinquency, lost: writtenOff(bookOf(loan)) }, room);
}
