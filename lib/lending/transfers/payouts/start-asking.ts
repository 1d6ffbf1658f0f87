import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { later, minute } from "@/lib/kernel/calendar";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { decideAgain, prepareToDecideAgain } from "@/lib/lending/funding/decide-again";
import { lockLoan } from "@/lib/loans/loans/load-loans";
import { startRefund } from "./start-refund";

/** Whether the bank may be asked; if not, when to try again, or null when there is nothing left to pay. */
type Start = { started: true } | { started: false; again: BusinessTime | null };

/** If the loan may still be paid out, or the refund is owed; otherwise it is cancelled, and its payout with it. */
export async function startAsking(payout: typeof payouts.$inferSelect, now: BusinessTime): Promise<Start> {
  if (payout.askedAt) return { started: true };
  const tenant = tenantOf(payout);
  // What it waited for before says nothing about what becomes of this question.
  const asked = { askedAt: now, waitsFor: null, waitsBecause: null };
  if (payout.purpose === "REFUND") {
    return (await startRefund(payout, now)) ? { started: true } : { started: false, again: null };
  }
  const actor: Actor = { kind: "job", tenant, task: "send-payout" };
  const reach = reachOf(actor);
  await prepareToDecideAgain(reach, payout.loanId, now);
  return transaction(async () => {
    const loan = await lockLoan(reach, payout.loanId);
    const it = inTenant(payouts, tenant, eq(payouts.id, payout.id), eq(payouts.status, "PENDING"));
    const [current] = await db().select({ askedAt: payouts.askedAt }).from(payouts).where(it);
    if (!current) return { started: false, again: null };
    if (current.askedAt) return { started: true };
    // What is paid anew has been lent already, and two operators have decided about it.
    const refusal = loan.returnedAt ? null : await decideAgain({ actor, loan, now });
    if (refusal?.code === "OFFER_WITHDRAWN") return { started: false, again: null };
    const again = refusal && later(now, minute);
    const change = again ? { dueAt: again, leasedUntil: null } : asked;
    await db().update(payouts).set(change).where(it);
    return again ? { started: false, again } : { started: true };
  });
}
