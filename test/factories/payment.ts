import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { mandates, payoutAccounts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inTenant, ownedBy } from "@/db/tenancy";
import { type Tenant, tenantOf } from "@/lib/kernel/actor";
import { newId } from "@/lib/kernel/ids";
import { kobo } from "@/lib/kernel/money";
import { everyMerchantOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { bookPayment } from "@/lib/lending/transfers/payments/book-payment";
import { recordDebitReversal } from "@/lib/lending/transfers/payments/record-debit-reversal";
import { isDebit } from "@/lib/lending/transfers/payments/serialize";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import type { PaymentSource } from "@/lib/terms/payments/states";
import { sandboxActor } from "./kyc";

export type TestPayment = {
  /** Kobo. */
  amount: number;
  source?: PaymentSource;
  coolingOff?: boolean;
  /** When it is confirmed, and ordered unless that is given. */
  now: BusinessTime;
  orderedAt?: BusinessTime;
};

/** A payment that the bank has confirmed: stored and booked as `lib/lending/transfers/payments/` does it. Returns its id. */
export async function payLoan(tenant: Tenant, loanId: string, payment: TestPayment): Promise<string> {
  return transaction(async () => {
    const loan = await lockLoan(everyMerchantOf(tenant), loanId);
    const stored = await insertPayment(loan, payment, "CONFIRMED");
    await bookPayment({ actor: sandboxActor(tenant), loan, payment: stored, now: payment.now });
    return stored.id;
  });
}

/** The bank takes such a payment back. */
export async function takeBackPayment(paymentId: string, now: BusinessTime): Promise<void> {
  const [payment] = await db().select().from(payments).where(eq(payments.id, paymentId));
  if (!payment || !isDebit(payment)) throw new Error(`There is no debit ${paymentId}.`);
  await transaction(() => recordDebitReversal(payment, now));
}

/** A debit that bounced: kept, and nothing is booked. */
export async function bounceDebit(tenant: Tenant, loanId: string, payment: TestPayment): Promise<void> {
  await transaction(async () => {
    const loan = await lockLoan(everyMerchantOf(tenant), loanId);
    await insertPayment(loan, payment, "FAILED");
  });
}

async function insertPayment(loan: LoanRecord, payment: TestPayment, status: "CONFIRMED" | "FAILED") {
  const { source = "DIRECT", coolingOff = false, now, orderedAt = now } = payment;
  const common = { source, coolingOff, orderedAt, amount: kobo(payment.amount), id: newId("payment") };
  const tenant = ownedBy(tenantOf(loan));
  const mandateId = await mandateOf(loan, now);
  const row = { ...tenant, ...common, loanId: loan.id, mandateId, status, finishedAt: now };
  await db()
    .insert(payments)
    .values({ ...row, failure: status === "FAILED" ? "INSUFFICIENT_FUNDS" : null });
  return { ...common, mandateId };
}

async function mandateOf(loan: LoanRecord, now: BusinessTime): Promise<string> {
  const tenant = tenantOf(loan);
  const [known] = await db()
    .select({ id: mandates.id })
    .from(mandates)
    .where(inTenant(mandates, tenant, eq(mandates.loanId, loan.id)));
  if (known) return known.id;
  const payoutAccountId = newId("payoutAccount");
  const id = newId("mandate");
  const { merchantId, id: loanId } = loan;
  await db()
    .insert(payoutAccounts)
    .values({
      ...{ ...ownedBy(tenant), id: payoutAccountId, merchantId, bankCode: "044", accountNumber: "sealed" },
      ...{ lastFour: "6789", accountName: "Ada Foods", nameMatches: true, verifiedAt: now },
    });
  await db()
    .insert(mandates)
    .values({ ...ownedBy(tenant), id, loanId, payoutAccountId, status: "ACTIVE", createdAt: now, activatedAt: now });
  return id;
}
