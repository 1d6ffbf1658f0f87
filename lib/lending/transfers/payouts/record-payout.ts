import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import type { Call } from "@/lib/kernel/call";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { confirmPaidAgain } from "@/lib/lending/transfers/reversed/pay-again";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import type { TransferOutcome } from "@/lib/platform/providers/bank";
import { askForAnotherAccount } from "./ask-for-another-account";
import { disburseLoan } from "./disburse-loan";
import { holdPayout } from "./order-payout";
import { askForRefundAccount } from "./refund-account";
import { confirmRefund, tryRefundAgain } from "./refund-overpayment";
import { keepLateAnswer, knownOf, unlessUnderWay } from "./unclear-payout";

type Payout = typeof payouts.$inferSelect;
type Finished = Exclude<TransferOutcome, { status: "PENDING" }>;
type Answered = Call<{ loan: LoanRecord; payout: Payout; lastFour: string }>;

/** In a transaction. Returns when the bank is to be asked again. */
export async function recordPayout(
  order: { payout: Payout; lastFour: string },
  answer: TransferOutcome,
  now: BusinessTime,
): Promise<BusinessTime | null> {
  const { payout } = order;
  const outcome = unlessUnderWay(payout, answer, now);
  const tenant = tenantOf(payout);
  const actor: Actor = { kind: "job", tenant, task: "send-payout" };
  const loan = await lockLoan(reachOf(actor), payout.loanId);
  const waiting = inTenant(payouts, tenant, eq(payouts.id, payout.id), eq(payouts.status, "PENDING"));
  if (outcome.status === "PENDING") {
    const again = askAgainAt(payout.createdAt, now);
    const { waitsFor, detail: waitsBecause = null } = outcome;
    const waits = { waitsFor, waitsBecause, dueAt: again, leasedUntil: null };
    await db()
      .update(payouts)
      .set({ ...waits, ...knownOf(payout, answer, now) })
      .where(waiting);
    return again;
  }
  const again = outcome.status === "CONFIRMED" && payout.railId ? later(now, day) : null;
  const settled = await db()
    .update(payouts)
    .set({
      ...columnsOf(outcome),
      finishedAt: now,
      dueAt: again,
      leasedUntil: null,
      waitsFor: null,
      waitsBecause: null,
    })
    .where(waiting)
    .returning({ id: payouts.id });
  if (settled.length === 0) {
    if (outcome.status === "CONFIRMED") await keepLateAnswer({ actor, payout, reference: outcome.reference, now });
    return null;
  }
  const detail = { purpose: payout.purpose, status: outcome.status };
  await recordAudit({ actor, action: "payout.finish", detail, subjectId: payout.id, now });
  await follow({ actor, loan, ...order, now }, outcome);
  return again;
}

function columnsOf(outcome: Finished) {
  if (outcome.status === "CONFIRMED") return { status: outcome.status, providerReference: outcome.reference };
  return { status: outcome.status, failureCause: outcome.cause, failureReason: outcome.reason };
}

async function follow({ actor, loan, payout, lastFour, now }: Answered, outcome: Finished): Promise<void> {
  const { amount, payoutAccountId } = payout;
  const itself = outcome.status === "FAILED" && outcome.cause === "ACCOUNT";
  if (payout.purpose === "REFUND") {
    if (outcome.status === "CONFIRMED") return confirmRefund({ actor, loan, payoutId: payout.id, amount, now });
    await tryRefundAgain(loan, now);
    if (itself) await askForRefundAccount({ reach: reachOf(actor), loanId: loan.id, since: payout.id, now });
  } else if (loan.returnedAt) {
    // Refused anew it waits for an operator as before.
    if (outcome.status === "CONFIRMED") await confirmPaidAgain({ actor, loan, payout, lastFour, now });
  } else if (outcome.status === "CONFIRMED") {
    await disburseLoan({ actor, loan, payoutId: payout.id, payout: { amount, lastFour }, now });
  } else if (itself) {
    await askForAnotherAccount({ actor, loan, now });
  } else {
    // The account is as good as before, so a person looks at it and sends it anew, under a reference of its own.
    const anew = { loan, purpose: payout.purpose, payoutAccountId, amount, now };
    await holdPayout({ actor, payout: anew, because: outcome.reason });
  }
}

/** As long as it has been pending already, but between a minute and an hour. */
function askAgainAt(orderedAt: BusinessTime, now: BusinessTime): BusinessTime {
  return later(now, Math.min(Math.max(now.getTime() - orderedAt.getTime(), minute), hour));
}
