import { eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { minus } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { askForRefundAccount } from "@/lib/lending/transfers/payouts/refund-account";
import { bookJournal } from "@/lib/loans/ledger/book";
import { readLedger } from "@/lib/loans/ledger/check";
import { decisionsOf, refundOf, takenBy } from "@/lib/loans/ledger/recompute";
import { applyBooking } from "@/lib/loans/loans/apply-booking";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { isCollected } from "@/lib/terms/loans/states";
import { payoutReversed } from "@/lib/terms/payouts";

type Payout = typeof payouts.$inferSelect;
type Returned = Call<{ loan: LoanRecord; payout: Payout; lastFour: string }>;

/** In a transaction. What arrived is back with the lender: nothing is collected for it, or it is owed again. */
export async function recordReversal(found: { payout: Payout; lastFour: string; now: BusinessTime }): Promise<void> {
  const { payout, now } = found;
  const tenant = tenantOf(payout);
  const actor: Actor = { kind: "job", tenant, task: "send-payout" };
  const loan = await lockLoan(reachOf(actor), payout.loanId);
  const arrived = [eq(payouts.id, payout.id), eq(payouts.status, "CONFIRMED"), isNull(payouts.reversedAt)];
  const recorded = await db()
    .update(payouts)
    .set({ reversedAt: now, dueAt: null, leasedUntil: null })
    .where(inTenant(payouts, tenant, ...arrived))
    .returning({ id: payouts.id });
  if (recorded.length === 0) return;
  await recordAudit({
    actor,
    action: "payout.reverse",
    detail: { purpose: payout.purpose },
    subjectId: payout.id,
    now,
  });
  if (payout.purpose === "REFUND") await oweAgain({ actor, loan, ...found });
  else await stopCollecting({ actor, loan, ...found });
}

/** Whatever the loan's state, its principal is undelivered until an operator decides (docs/payouts.md#reversed-payouts). */
async function stopCollecting({ actor, loan, payout, lastFour, now }: Returned): Promise<void> {
  const { id: payoutId, amount } = payout;
  const { tenant } = actor;
  const about = { tenant, merchantId: loan.merchantId, loanId: loan.id, now };
  const came = { type: "PAYOUT_REVERSED", payoutId, occurredAt: now, now } as const;
  await bookJournal({ tenant, before: bookOf(loan), change: { returned: true }, ...came });
  if (isCollected(loan.status)) await pauseLoan({ actor, loanId: loan.id, input: { reason: payoutReversed }, now });
  await saveLoan(await lockLoan(reachOf(actor), loan.id), { returnedAt: now }, now);
  await queueMerchantMail({ ...about, kind: "PAYOUT_REVERSED", payoutId, amount, lastFour });
  await markDay({ ...about, at: now });
}

/** From where the refund had taken it: what was reversed of the debt meanwhile is paid by it again. */
async function oweAgain({ actor, loan, payout, now }: Returned): Promise<void> {
  const { tenant } = actor;
  const { agreed, facts } = await readLedger(loan.id);
  const taken = takenBy(refundOf(facts, payout.id), decisionsOf(agreed, facts));
  const before = bookOf(loan);
  const change = { received: minus(before.received, taken.received), held: minus(before.held, taken.held) };
  const came = { type: "REFUND_REVERSED", payoutId: payout.id, occurredAt: now, now } as const;
  const after = await bookJournal({ tenant, before, change, ...came });
  await applyBooking(loan, before, after, now);
  await askForRefundAccount({ reach: reachOf(actor), loanId: loan.id, since: payout.id, now });
  await markDay({ tenant, merchantId: loan.merchantId, loanId: loan.id, at: now, now });
}
