import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { overpaid } from "@/lib/loans/ledger/balances";
import { bookOf, lockLoan } from "@/lib/loans/loans/load-loans";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { tryRefundAgain } from "./refund-overpayment";

type Payout = typeof payouts.$inferSelect;

/** If it may be asked for: not what has been ended meanwhile. */
export async function startRefund(payout: Payout, now: BusinessTime): Promise<boolean> {
  return underLock(payout, now, async () => {
    await db().update(payouts).set({ askedAt: now, waitsFor: null, waitsBecause: null }).where(only(payout));
    return true;
  });
}

/** If it need not be ended. Before its cover is looked at: what is not owed any more waits for no money. */
export async function isRefundOwed(payout: Payout, now: BusinessTime): Promise<boolean> {
  return underLock(payout, now, async () => true);
}

/**
 * What was taken back since it was ordered is owed no more: then it is ended, unless the bank may know of it, and what is
 * left is ordered anew.
 */
async function underLock(payout: Payout, now: BusinessTime, unasked: () => Promise<boolean>): Promise<boolean> {
  const actor: Actor = { kind: "job", tenant: tenantOf(payout), task: "send-payout" };
  return transaction(async () => {
    const loan = await lockLoan(reachOf(actor), payout.loanId);
    const [current] = await db().select({ askedAt: payouts.askedAt }).from(payouts).where(only(payout));
    if (!current) return false;
    if (current.askedAt) return true;
    const owed = overpaid(bookOf(loan));
    if (payout.amount <= owed) return unasked();
    const over = { finishedAt: now, dueAt: null, leasedUntil: null, waitsFor: null, waitsBecause: null };
    await db()
      .update(payouts)
      .set({ ...over, status: "CANCELLED" })
      .where(only(payout));
    const detail = { purpose: payout.purpose, status: "CANCELLED" };
    await recordAudit({ actor, action: "payout.finish", detail, subjectId: payout.id, now });
    if (owed > 0) await tryRefundAgain(loan, now);
    return false;
  });
}

function only(payout: Payout) {
  return inTenant(payouts, tenantOf(payout), eq(payouts.id, payout.id), eq(payouts.status, "PENDING"));
}
