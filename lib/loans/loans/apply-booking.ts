import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { db, wakeWorkers } from "@/db/client";
import { reversedOf } from "@/db/deductions";
import { markSinceCompletion } from "@/db/mark-collection";
import { rowsOf, timestamp } from "@/db/rows";
import { loans } from "@/db/schema/loans";
import { tenantOf } from "@/lib/kernel/actor";
import { day, earliest, later } from "@/lib/kernel/calendar";
import { zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { type Book, overpaid, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { remindAt } from "@/lib/platform/messages/mails/remind-at";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { delinquencyOf } from "@/lib/terms/loans/delinquency";
import type { LoanState } from "@/lib/terms/loans/states";
import { keepAging } from "./keep-aging";
import { installmentsOf, pausesOf } from "./load-loans";
import type { LockedLoan } from "./lock-for-booking";
import { type Deductions, toCompletedPayload, toNearlyCompletePayload, toReopenedPayload } from "./milestone-payloads";
import { type Milestone, type MilestoneOutcome, passMilestones } from "./milestones";
import { collectionIn } from "./read-collection";
import { closeProposal } from "./term-proposals";

/** How long the service holds a test overpayment before refunding it, in case a reversal is on its way. */
export const refundAfter = day;

/** In the transaction that booked it. `announce` records the booking's own event, before those of the milestones. */
export async function applyBooking(
  loan: LockedLoan,
  before: Book,
  after: Book,
  now: BusinessTime,
  announce?: (state: LoanState) => Promise<void>,
): Promise<void> {
  const tenant = tenantOf(loan);
  const outcome = await milestonesBetween(loan, before, after, now);
  const refundDueAt = refundMoment(loan, after, now);
  // A lower total can increase the days past due, so servicing checks the loan again.
  const checkNow = totalPaid(after) < totalPaid(before) || outcome.milestones.includes("CURED");
  const unchanged =
    outcome.state === loan.status && refundDueAt?.getTime() === loan.refundDueAt?.getTime() && !checkNow;
  if (!unchanged) {
    if (outcome.milestones.includes("REOPENED")) await markSinceCompletion(loan.id, now);
    const completed = outcome.milestones.includes("COMPLETED");
    const dueAt = checkNow ? now : completed ? refundDueAt : earlier(loan.dueAt, refundDueAt);
    await db()
      .update(loans)
      .set({
        status: outcome.state,
        refundDueAt,
        dueAt,
        ...(completed ? { completedAt: now } : {}),
        ...(outcome.milestones.includes("REOPENED") ? { completedAt: null } : {}),
        ...(outcome.state === "ACTIVE" ? { defaultedAt: null, defaultReason: null } : {}),
      })
      .where(eq(loans.id, loan.id));
    if (completed) await closeProposal(loan, "EXPIRED", now);
    if (dueAt && dueAt <= now) wakeWorkers(loans, loan.id, tenant);
  }
  await keepAging(loan, before, after, now);
  await announce?.(outcome.state);
  for (const milestone of outcome.milestones) await tell(milestone, loan, outcome.state, after, now);
}

async function milestonesBetween(
  loan: LockedLoan,
  before: Book,
  after: Book,
  now: BusinessTime,
): Promise<MilestoneOutcome> {
  const { status, defaultReason } = loan;
  const paidAfter = totalPaid(after);
  let overdueAfter = zero;
  if (status === "DEFAULTED") {
    const facts = { installments: await installmentsOf(loan), paid: paidAfter, pauses: await pausesOf(loan), now };
    overdueAfter = delinquencyOf(facts).overdueAmount;
  }
  const paidBefore = totalPaid(before);
  return passMilestones({ state: status, due: totalDue(after), paidBefore, paidAfter, defaultReason, overdueAfter });
}

function refundMoment(loan: LockedLoan, after: Book, now: BusinessTime): BusinessTime | null {
  if (loan.environment !== "test" || overpaid(after) === 0) return null;
  return loan.refundDueAt ?? later(now, refundAfter);
}

async function tell(milestone: Milestone, loan: LockedLoan, state: LoanState, after: Book, now: BusinessTime) {
  const event = { tenant: tenantOf(loan), merchantId: loan.merchantId, now };
  const collection = await collectionIn(loan, now);
  switch (milestone) {
    case "COMPLETED": {
      const payload = toCompletedPayload(loan, after, await deductionsOf(loan.id), collection, now);
      await recordEvent({ ...event, type: "loan.completed", payload });
      const repaid = { at: now, paid: totalPaid(after), coolingOff: loan.cooledOffAt !== null };
      return queueMerchantMail({ ...event, loanId: loan.id, kind: "REPAID", ...repaid });
    }
    case "NEARLY_COMPLETE": {
      const payload = toNearlyCompletePayload(loan, state === "DEFAULTED" ? state : "ACTIVE", after, collection);
      return recordEvent({ ...event, type: "loan.nearly_complete", payload });
    }
    default: {
      // Its reminders ended when it was repaid.
      if (milestone === "REOPENED") await remindAt({ ...event, loanId: loan.id }, now);
      const payload = toReopenedPayload(loan, after, milestone === "REOPENED" ? "REVERSAL" : milestone, collection);
      return recordEvent({ ...event, type: "loan.reopened", payload });
    }
  }
}

const deductionsRow = z.strictObject({ count: z.int(), first: timestamp.nullable(), last: timestamp.nullable() });

/** The deductions that were not reversed in full. */
async function deductionsOf(loanId: string): Promise<Deductions> {
  const [row] = await rowsOf(deductionsRow)`
    select count(*)::int as count, min(d.occurred_at) as first, max(d.occurred_at) as last
    from repayment_events d
    where d.loan_id = ${loanId} and d.type = 'repayment.deducted' and d.effect = 'APPLIED'
      and d.amount > ${reversedOf(sql`d`)}`;
  return { count: row?.count ?? 0, first: momentOf(row?.first), last: momentOf(row?.last) };
}

function momentOf(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null;
}

function earlier(one: BusinessTime | null, other: BusinessTime | null): BusinessTime | null {
  return one && other ? earliest(one, other) : (one ?? other);
}
