import { eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { later } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { askForRefundAccount } from "@/lib/lending/transfers/payouts/refund-account";
import { overpaid } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { refundAfter } from "@/lib/loans/loans/apply-booking";
import { cancelMandate } from "@/lib/loans/loans/cancel-mandate";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import { toLoanReference } from "@/lib/loans/loans/milestone-payloads";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { closeProposal } from "@/lib/loans/loans/term-proposals";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { recordEvent } from "@/lib/platform/messages/webhooks/record-event";
import { requireReturned } from "./require-returned";

const reason = "NEVER_PAID_OUT";

/** The loan is undone: nothing is owed for it, interest included, and what was taken for it is owed to the merchant. */
export async function endNeverPaidOut(call: LoanCall & { input: { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  const { tenant } = actor;
  await actOnLoan(call, "end as never paid out", async (loan) => {
    requireReturned(loan);
    await stopPayout(loan, call);
    const before = bookOf(loan);
    const undone = { disbursed: false, returned: false, receivedAtWriteOff: null };
    const after = await bookJournal({ tenant, before, change: undone, type: reason, occurredAt: now, now });
    await cancelMandate({ actor, loan, cause: "LOAN_ENDED", now });
    await closeProposal(loan, "EXPIRED", now);
    const owed = overpaid(after);
    const ended = { status: "CANCELLED", cancelledAt: now, cancelReason: reason, completedAt: null } as const;
    const refundDueAt = owed > 0 && loan.environment === "test" ? later(now, refundAfter) : null;
    await saveLoan(loan, { ...ended, pausedAt: null, returnedAt: null, refundDueAt }, now);
    const about = { tenant, merchantId: loan.merchantId, loanId: loan.id, now };
    const payload = { ...toLoanReference(loan, "CANCELLED"), reason, cancelled_at: now.toISOString() } as const;
    await recordEvent({ ...about, type: "loan.cancelled", payload });
    await queueMerchantMail({ ...about, kind: "NEVER_PAID_OUT", owed });
    await askForRefundAccount({ reach: reachOf(actor), loanId: loan.id, since: reason, now });
    const detail = { reason, cause: input.reason };
    await recordAudit({ actor, action: "loan.cancel", detail, subjectId: loan.id, now });
    await markDay({ ...about, at: now });
  });
}

/** One that was ordered anew and of which the bank knows nothing yet; otherwise it may have been paid. */
async function stopPayout(loan: LoanRecord, { actor, now }: LoanCall): Promise<void> {
  const waiting = [eq(payouts.loanId, loan.id), eq(payouts.purpose, "DISBURSEMENT"), eq(payouts.status, "PENDING")];
  const asked = inTenant(payouts, actor.tenant, ...waiting, isNotNull(payouts.askedAt));
  if ((await db().$count(payouts, asked)) > 0) {
    throw new CodedError("LOAN_STATE_CONFLICT", "The loan is being paid out again: wait for what the bank says.");
  }
  await db()
    .update(payouts)
    .set({ status: "CANCELLED", finishedAt: now, dueAt: null, leasedUntil: null })
    .where(inTenant(payouts, actor.tenant, ...waiting, isNull(payouts.askedAt)));
}
