import { and, eq, max } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loanReminders } from "@/db/schema/loan-watches";
import { mails } from "@/db/schema/operations";
import type { Actor } from "@/lib/kernel/actor";
import { dateOf, day, later } from "@/lib/kernel/calendar";
import { plus } from "@/lib/kernel/money";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { outstanding } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord, lockLoan, pausesOf, tenantOfLoan } from "@/lib/loans/loans/load-loans";
import { delinquencyIn } from "@/lib/loans/loans/performance";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { isCollected } from "@/lib/terms/loans/states";
import { offerEndingDays } from "@/lib/terms/notifications";
import { isArrearsMailDue, morningOf, nextReminderAt, weekOver } from "./reminders";
import { summaryOf } from "./weekly-summary";

type Reminded = {
  loan: LoanRecord;
  to: { tenant: Actor["tenant"]; merchantId: string; loanId: string };
  now: BusinessTime;
};

/** It may run twice: each is told once. Returns when to check again, always later than `now`, or null. */
export async function remindMerchant(loanId: string, now: BusinessTime): Promise<BusinessTime | null> {
  const tenant = await tenantOfLoan(loanId);
  if (!tenant) return null;
  const actor: Actor = { kind: "job", tenant, task: "remind-merchant" };
  return transaction(async () => {
    // Locked, so that nothing is told that a transaction is just undoing.
    const loan = await lockLoan(reachOf(actor), loanId);
    const reminded = { loan, to: { tenant, merchantId: loan.merchantId, loanId }, now };
    const dueAt = await (isCollected(loan.status) ? remindOfDebt(reminded) : remindOfOffer(reminded));
    await db().update(loanReminders).set({ dueAt, leasedUntil: null }).where(eq(loanReminders.id, loanId));
    return dueAt;
  });
}

async function remindOfOffer({ loan, to, now }: Reminded): Promise<BusinessTime | null> {
  const { status, principal: amount, interest, offerExpiresAt: expiresAt } = loan;
  if (status !== "APPROVED" || expiresAt <= now) return null;
  const from = later(expiresAt, -offerEndingDays * day);
  if (now < from) return from;
  await queueMerchantMail({ ...to, kind: "OFFER_ENDING", amount, total: plus(amount, interest), expiresAt, now });
  return null;
}

async function remindOfDebt(reminded: Reminded): Promise<BusinessTime> {
  const { loan, to, now } = reminded;
  const early = morningOf(dateOf(now));
  if (now < early) return early;
  const startDate = dateOf(loan.disbursedAt ?? now);
  const arrearsToldAt = await remindOfArrears(reminded);
  const week = weekOver(startDate, now);
  if (week) await queueMerchantMail({ ...to, kind: "WEEKLY_SUMMARY", ...(await summaryOf(loan, week, now)), now });
  return nextReminderAt({ startDate, installments: loan.installments, arrearsToldAt }, now);
}

/** Nothing gets later in a pause. Returns when the merchant was told of arrears that it still has. */
async function remindOfArrears({ loan, to, now }: Reminded): Promise<Date | null> {
  if (loan.status !== "ACTIVE" || loan.pausedAt) return null;
  const { daysPastDue, overdueAmount: overdue } = delinquencyIn(loan, await pausesOf(loan), now);
  if (daysPastDue === 0 || overdue === 0) return null;
  const told = and(eq(mails.loanId, loan.id), eq(mails.kind, "PAYMENT_OVERDUE"));
  const [last] = await db()
    .select({ at: max(mails.createdAt) })
    .from(mails)
    .where(told);
  const toldAt = last?.at ?? null;
  if (!isArrearsMailDue(toldAt, now)) return toldAt;
  const { defaultAfterDays } = loan;
  const owed = { overdue, outstanding: outstanding(bookOf(loan)).total };
  const facts = { on: dateOf(now), ...owed, daysPastDue, defaultAfterDays };
  await queueMerchantMail({ ...to, kind: "PAYMENT_OVERDUE", ...facts, now });
  return now;
}
