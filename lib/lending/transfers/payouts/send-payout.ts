import { and, eq } from "drizzle-orm";
import { db, transaction, wakeWorkers } from "@/db/client";
import { loans, payoutAccounts, payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { type Actor, tenantOf } from "@/lib/kernel/actor";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { log } from "@/lib/kernel/log";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { type BankProvider, bankProvider, type TransferOutcome } from "@/lib/platform/providers/bank";
import { askForAnotherAccount } from "./ask-for-another-account";
import { disburseLoan } from "./disburse-loan";
import { openAccount } from "./payout-account";
import { askForRefundAccount } from "./refund-account";
import { confirmRefund } from "./refund-overpayment";
import { startAsking } from "./start-asking";

type Order = { payout: typeof payouts.$inferSelect; account: typeof payoutAccounts.$inferSelect };

/**
 * The bank is called outside any transaction and knows the payout by its id: after a kill it gets the same transfer. A
 * loan is decided once more before the bank is first asked, never after: it may have paid. Returns when to ask again.
 */
export async function sendPayout(
  payoutId: string,
  now: BusinessTime,
  bank?: BankProvider,
): Promise<BusinessTime | null> {
  const order = await findOrder(payoutId);
  if (!order) return null;
  const asking = await startAsking(order.payout, now);
  if (!asking.started) return asking.again;
  const outcome = await ask(bank ?? bankProvider(order.payout.environment), order, now);
  return transaction(() => record(order, outcome, now));
}

async function findOrder(payoutId: string): Promise<Order | undefined> {
  const [order] = await db()
    .select({ payout: payouts, account: payoutAccounts })
    .from(payouts)
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, payouts.payoutAccountId))
    .where(and(eq(payouts.id, payoutId), eq(payouts.status, "PENDING")));
  return order;
}

async function ask(bank: BankProvider, { payout, account }: Order, now: BusinessTime): Promise<TransferOutcome> {
  const { id: idempotencyKey, amount, createdAt: orderedAt } = payout;
  // Called before the `try`: a call inside a transaction is our error, not the bank's.
  const asked = bank.transfer({ idempotencyKey, amount, ...openAccount(account), orderedAt, now });
  try {
    return await asked;
  } catch (error) {
    // It may or may not have paid: PENDING means that we do not know.
    log.error("the bank could not be asked to pay", error, { payoutId: payout.id });
    return { status: "PENDING", waitsFor: "PROVIDER" };
  }
}

async function record(
  { payout, account }: Order,
  outcome: TransferOutcome,
  now: BusinessTime,
): Promise<BusinessTime | null> {
  const tenant = tenantOf(payout);
  const actor: Actor = { kind: "job", tenant, task: "send-payout" };
  const reach = reachOf(actor);
  const loan = await lockLoan(reach, payout.loanId);
  const waiting = inTenant(payouts, tenant, eq(payouts.id, payout.id), eq(payouts.status, "PENDING"));
  if (outcome.status === "PENDING") {
    const again = askAgainAt(payout.createdAt, now);
    await db().update(payouts).set({ dueAt: again, leasedUntil: null }).where(waiting);
    return again;
  }
  const finished = { status: outcome.status, finishedAt: now, dueAt: null, leasedUntil: null };
  const settled = await db()
    .update(payouts)
    .set(
      outcome.status === "CONFIRMED"
        ? { ...finished, providerReference: outcome.reference }
        : { ...finished, failureReason: outcome.reason },
    )
    .where(waiting)
    .returning({ id: payouts.id });
  if (settled.length === 0) return null;
  const detail = { purpose: payout.purpose, status: outcome.status };
  await recordAudit({ actor, action: "payout.finish", detail, subjectId: payout.id, now });
  const confirmed = outcome.status === "CONFIRMED";
  if (payout.purpose === "REFUND") {
    if (confirmed) await confirmRefund({ actor, loan, amount: payout.amount, now });
    else {
      await tryRefundAgain(loan, now);
      await askForRefundAccount({ reach, loanId: loan.id, since: payout.id, now });
    }
  } else if (confirmed) {
    await disburseLoan({ actor, loan, payout: { amount: payout.amount, lastFour: account.lastFour }, now });
  } else {
    await askForAnotherAccount({ actor, loan, now });
  }
  return null;
}

/** As long as it has been pending already, but between a minute and an hour. */
function askAgainAt(orderedAt: BusinessTime, now: BusinessTime): BusinessTime {
  return later(now, Math.min(Math.max(now.getTime() - orderedAt.getTime(), minute), hour));
}

async function tryRefundAgain(loan: LoanRecord, now: BusinessTime): Promise<void> {
  if (loan.environment !== "test") return;
  await saveLoan(loan, { refundDueAt: now }, now);
  wakeWorkers(loans, loan.id, tenantOf(loan));
}
