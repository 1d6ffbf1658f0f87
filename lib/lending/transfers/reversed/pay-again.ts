import { eq, inArray, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { markDay } from "@/db/mark-collection";
import { loanChanges } from "@/db/schema/loan-changes";
import { payouts } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import type { Call } from "@/lib/kernel/call";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import { addPayout, noRail } from "@/lib/lending/transfers/payouts/order-payout";
import { isReadyForPayout } from "@/lib/lending/transfers/payouts/ready-for-payout";
import { paidLate } from "@/lib/lending/transfers/payouts/unclear-payout";
import { bookJournal } from "@/lib/loans/ledger/book";
import { actOnLoan, type LoanCall } from "@/lib/loans/loans/act-on-loan";
import { resumeLoan } from "@/lib/loans/loans/changes/resume-loan";
import { bookOf, type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { railFor } from "@/lib/parties/lenders/rails/open-rail";
import { recordAudit } from "@/lib/platform/audit/record-audit";
import { queueMerchantMail } from "@/lib/platform/messages/mails/queue-merchant-mail";
import { isCollected } from "@/lib/terms/loans/states";
import { payoutReversed } from "@/lib/terms/payouts";
import { requireReturned } from "./require-returned";

/** Orders the payout anew, to the loan's account. It runs and is paused as before, until the bank has confirmed. */
export async function payAgain(call: LoanCall & { input: { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  await actOnLoan(call, "pay out again", async (loan) => {
    requireReturned(loan);
    if (await standingPayout(loan)) {
      throw new CodedError("LOAN_STATE_CONFLICT", "The loan is being paid out again already.");
    }
    const late = await paidLate({ ...tenantOf(loan), loanId: loan.id });
    if (late) throw new CodedError("LOAN_STATE_CONFLICT", late);
    const { payoutAccountId, principal: amount } = loan;
    if (!payoutAccountId || !(await isReadyForPayout(loan))) {
      const instead = "The merchant has to agree to another, or the loan to end.";
      throw new CodedError("LOAN_STATE_CONFLICT", `The mandate on the loan's account does not stand. ${instead}`);
    }
    const railId = await railFor(loan);
    if (!railId && loan.environment === "live") throw new CodedError("LOAN_STATE_CONFLICT", noRail);
    await addPayout({ loan, purpose: "DISBURSEMENT", payoutAccountId, amount, now, status: "PENDING", railId });
    await recordAudit({ actor, action: "loan.pay-again", detail: { reason: input.reason }, subjectId: loan.id, now });
  });
}

async function standingPayout(loan: LoanRecord): Promise<boolean> {
  const standing = [inArray(payouts.status, ["HELD", "PENDING", "CONFIRMED"]), isNull(payouts.reversedAt)];
  const ofLoan = [eq(payouts.loanId, loan.id), eq(payouts.purpose, "DISBURSEMENT")];
  return (await db().$count(payouts, inTenant(payouts, tenantOf(loan), ...ofLoan, ...standing))) > 0;
}

type Again = Call<{ loan: LoanRecord; payout: typeof payouts.$inferSelect; lastFour: string }>;

/** With the loan's row locked. The debt is the same as before, so only what had come back is booked. */
export async function confirmPaidAgain({ actor, loan, payout, lastFour, now }: Again): Promise<void> {
  const { tenant } = actor;
  const { id: payoutId, amount } = payout;
  const sent = { type: "PAID_AGAIN", payoutId, occurredAt: now, now } as const;
  await bookJournal({ tenant, before: bookOf(loan), change: { returned: false }, ...sent });
  await saveLoan(loan, { returnedAt: null, paidAgainAt: now }, now);
  if (isCollected(loan.status) && (await isPausedForIt(loan))) {
    await resumeLoan({ actor, loanId: loan.id, input: { reason: "The money has been sent again." }, now });
  }
  const { merchantId, dueDate } = await lockLoan(reachOf(actor), loan.id);
  const about = { tenant, merchantId, loanId: loan.id, now };
  await queueMerchantMail({ ...about, kind: "PAID_AGAIN", payoutId, amount, lastFour, dueDate });
  await recordAudit({ actor, action: "loan.paid-again", subjectId: loan.id, now });
  await markDay({ ...about, at: now });
}

/** One that was paused before for another reason stays so. */
async function isPausedForIt(loan: LoanRecord): Promise<boolean> {
  const changes = await db().select().from(loanChanges).where(eq(loanChanges.loanId, loan.id)).orderBy(loanChanges.id);
  return changes.findLast(({ kind }) => kind === "PAUSE")?.reason === payoutReversed;
}
