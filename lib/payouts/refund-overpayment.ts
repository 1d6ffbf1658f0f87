import { and, eq } from "drizzle-orm";
import { db, nudge, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant, ownedBy } from "@/db/tenancy";
import type { Actor } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { day, later } from "@/lib/calendar";
import { newId } from "@/lib/ids";
import { overpaid } from "@/lib/ledger/balances";
import { bookJournal } from "@/lib/ledger/book";
import { afterRefund } from "@/lib/ledger/refund";
import { applyBooking } from "@/lib/loans/apply-booking";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/load-loans";
import { saveLoan } from "@/lib/loans/save-loan";
import { refuseMarketplace } from "@/lib/loans/transitions";
import type { Kobo } from "@/lib/money";
import { reachOf } from "@/lib/reach";
import type { BusinessTime } from "@/lib/time";
import { refundAccountOf } from "./payout-account";

/** How long to wait for an account, or for a refund in progress to settle. */
const lookAgainAfter = day;

/**
 * Orders the transfer that refunds an overpayment to the merchant: exactly what is owed now, one transfer at a time.
 * @returns the payout's id; null when nothing is owed, or there is no account yet.
 * @throws CodedError NOT_FOUND, TEST_KEY_REQUIRED
 */
export async function refundOverpayment(call: {
  actor: Actor;
  loanId: string;
  now: BusinessTime;
}): Promise<string | null> {
  const { actor, loanId, now } = call;
  const { tenant } = actor;
  refuseMarketplace(actor);
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const amount = overpaid(bookOf(loan));
    if (amount === 0) {
      await saveLoan(loan, { refundDueAt: null }, now);
      return null;
    }
    const underWay = await pendingRefund(loan, actor);
    const payoutAccountId = underWay ? undefined : await refundAccountOf(loan);
    if (!payoutAccountId) {
      await saveLoan(loan, { refundDueAt: loan.refundDueAt && later(now, lookAgainAfter) }, now);
      return underWay ?? null;
    }
    const id = newId("payout");
    const owned = { id, ...ownedBy(tenant), loanId, purpose: "REFUND" as const };
    await db()
      .insert(payouts)
      .values({ ...owned, payoutAccountId, amount, status: "PENDING", createdAt: now, dueAt: now });
    await saveLoan(loan, { refundDueAt: null }, now);
    await recordAudit({ actor, action: "loan.refund", subjectId: loanId, now });
    nudge("send-payout", id, tenant);
    return id;
  });
}

async function pendingRefund(loan: LoanRecord, { tenant }: Actor): Promise<string | undefined> {
  const refunds = and(eq(payouts.loanId, loan.id), eq(payouts.purpose, "REFUND"), eq(payouts.status, "PENDING"));
  const [found] = await db()
    .select({ id: payouts.id })
    .from(payouts)
    .where(inTenant(payouts, tenant, refunds));
  return found?.id;
}

/**
 * Books a completed refund, inside the transaction that records it and with the loan's row locked. If the refunded
 * money was reversed in the meantime, the loan may have a debt again.
 */
export async function confirmRefund(call: {
  actor: Actor;
  loan: LoanRecord;
  amount: Kobo;
  now: BusinessTime;
}): Promise<void> {
  const { actor, loan, amount, now } = call;
  const { tenant } = actor;
  const before = bookOf(loan);
  const change = afterRefund(before, amount);
  const after = await bookJournal({ tenant, before, change, type: "REFUND", occurredAt: now, now });
  await applyBooking({ tenant, loan, before, after, now });
}
