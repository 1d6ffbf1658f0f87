import { and, desc, eq, gt, inArray, isNotNull, ne, or } from "drizzle-orm";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { day, later } from "@/lib/kernel/calendar";
import { type Kobo, minus, plus, totalOf } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { PaymentAnswer } from "./schema";
import { type Payment, toPaymentAnswer } from "./serialize";

/** For how many days a payment that finished, or was taken back, is shown to its merchant. */
const shownDays = 30;

const isOpen = inArray(payments.status, ["ANNOUNCED", "PENDING"]);

/** The payments of a loan that its merchant is shown: those under way and those just finished, newest first. */
export async function shownPayments(loan: LoanRecord, now: BusinessTime): Promise<PaymentAnswer[]> {
  const since = later(now, -shownDays * day);
  const shown = or(isOpen, gt(payments.finishedAt, since), gt(payments.reversedAt, since));
  const rows = await db().select().from(payments).where(ofLoan(loan, shown)).orderBy(desc(payments.id));
  return rows.map(toPaymentAnswer);
}

/** Whether a payment of the loan is announced, or under way. */
export async function hasOpenPayment(loan: LoanRecord): Promise<boolean> {
  return (await db().select({ id: payments.id }).from(payments).where(ofLoan(loan, isOpen))).length > 0;
}

/** Whether the bank is being asked for a payment of the loan, or is about to be. */
export async function isPaymentUnderWay(loan: LoanRecord): Promise<boolean> {
  const pending = ofLoan(loan, eq(payments.status, "PENDING"));
  return (await db().select({ id: payments.id }).from(payments).where(pending)).length > 0;
}

export async function paymentByRequest(loan: LoanRecord, requestId: string): Promise<Payment | undefined> {
  const [found] = await db()
    .select()
    .from(payments)
    .where(ofLoan(loan, eq(payments.requestId, requestId)));
  return found;
}

export async function lastDebitAt(loan: LoanRecord): Promise<BusinessTime | null> {
  const [last] = await db()
    .select({ askedAt: payments.askedAt })
    .from(payments)
    .where(ofLoan(loan, and(eq(payments.source, "MANDATE"), isNotNull(payments.askedAt))))
    .orderBy(desc(payments.askedAt))
    .limit(1);
  return last?.askedAt ?? null;
}

export async function activeMandate(loan: LoanRecord): Promise<{ id: string; railId: string | null } | undefined> {
  if (!loan.payoutAccountId) return undefined;
  const onAccount = [eq(mandates.loanId, loan.id), eq(mandates.payoutAccountId, loan.payoutAccountId)];
  const [active] = await db()
    .select({ id: mandates.id, railId: mandates.railId })
    .from(mandates)
    .where(inTenant(mandates, tenantOf(loan), ...onAccount, eq(mandates.status, "ACTIVE")));
  return active;
}

/**
 * What may still be debited under a mandate: it is agreed to for the loan's total (docs/payments.md#limits).
 * @param paymentId one that is decided about itself, and takes none of its own room
 */
export async function roomUnder(loan: LoanRecord, mandateId: string, paymentId = ""): Promise<Kobo> {
  const counted = inArray(payments.status, ["PENDING", "CONFIRMED"]);
  const rows = await db()
    .select({ amount: payments.amount })
    .from(payments)
    .where(ofLoan(loan, and(eq(payments.mandateId, mandateId), counted, ne(payments.id, paymentId))));
  return minus(plus(loan.principal, loan.interest), totalOf(rows));
}

function ofLoan(loan: LoanRecord, condition: ReturnType<typeof or>) {
  return inTenant(payments, tenantOf(loan), eq(payments.loanId, loan.id), condition);
}
