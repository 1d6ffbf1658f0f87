import { eq, or } from "drizzle-orm";
import { db } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { fromKobo, nairaText } from "@/lib/kernel/money";
import { wasPaidLate } from "@/lib/lending/transfers/payouts/unclear-payout";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";

/** The orders of a loan that its provider has not ended, or paid after they were taken for refused, by their references, for whoever decides about one. */
export async function ordersUnderWay(loan: LoanRecord): Promise<string> {
  const open = or(eq(payouts.status, "PENDING"), wasPaidLate);
  const out = inTenant(payouts, tenantOf(loan), eq(payouts.loanId, loan.id), open);
  const { reference, amount, purpose } = payouts;
  const transfers = await db().select({ reference, amount, what: purpose }).from(payouts).where(out);
  const own = inTenant(payments, tenantOf(loan), eq(payments.loanId, loan.id), eq(payments.status, "PENDING"));
  const debits = await db()
    .select({ reference: payments.reference, amount: payments.amount })
    .from(payments)
    .where(own);
  return [...transfers, ...debits.map((debit) => ({ ...debit, what: "DEBIT" as const }))]
    .map((order) => `${order.reference} ${order.what} ${nairaText(fromKobo(order.amount))}`)
    .sort()
    .join("; ");
}
