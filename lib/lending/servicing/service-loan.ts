import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import type { Actor } from "@/lib/kernel/actor";
import { hour, later, minute } from "@/lib/kernel/calendar";
import { CodedError } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { prepareToDecideAgain } from "@/lib/lending/funding/decide-again";
import { placePayout } from "@/lib/lending/transfers/payouts/order-payout";
import { isReadyForPayout } from "@/lib/lending/transfers/payouts/ready-for-payout";
import { refundOverpayment } from "@/lib/lending/transfers/payouts/refund-overpayment";
import { cancelLoan } from "@/lib/loans/loans/cancel-loan";
import { pauseLoan } from "@/lib/loans/loans/changes/pause-loan";
import { type LoanRecord, lockLoan, pausesOf, tenantOfLoan } from "@/lib/loans/loans/load-loans";
import { delinquencyIn } from "@/lib/loans/loans/performance";
import { saveLoan } from "@/lib/loans/loans/save-loan";
import { isCollected } from "@/lib/terms/loans/states";
import { payoutReversed } from "@/lib/terms/payouts";
import { defaultLoan } from "./default-loan";

/** Returns when to check again, always later than `now`; null when time alone changes nothing more. */
export async function serviceLoan(loanId: string, now: BusinessTime): Promise<BusinessTime | null> {
  const tenant = await tenantOfLoan(loanId);
  if (!tenant) return null;
  const actor: Actor = { kind: "job", tenant, task: "service-loan" };
  const call = { actor, loanId, now };
  const reach = reachOf(actor);
  await prepareToDecideAgain(reach, loanId, now);
  return transaction(async () => {
    const loan = await lockLoan(reach, loanId);
    let waits = false;
    if (loan.returnedAt && isCollected(loan.status) && !loan.pausedAt) {
      // One that was repaid had nothing to pause; a reversal has opened it again.
      await pauseLoan({ ...call, input: { reason: payoutReversed } });
    } else if (loan.status === "ACCEPTED" && (await isReadyForPayout(loan))) {
      // A loan that is refused is cancelled with this transaction; nobody is waiting for the error.
      const placed = await placePayout(call);
      waits = placed instanceof CodedError && placed.code === "SERVICE_UNAVAILABLE";
    } else if (isExpired(loan, now)) await cancelLoan({ ...call, input: { reason: "EXPIRED" } });
    else if (isHeldForTooLong(loan, now)) await cancelLoan({ ...call, input: { reason: "PAYOUT_NOT_RELEASED" } });
    else if (await isOverdueForTooLong(loan, now)) await defaultLoan({ ...call, input: { reason: "OVERDUE" } });
    if (loan.refundDueAt && loan.refundDueAt <= now) await refundOverpayment(call);

    const { dueAt } = await saveLoan(await lockLoan(reach, loanId), { leasedUntil: null }, now);
    // Whatever the outcome, a row left due would be claimed again at once, forever.
    const again = waits ? later(now, minute) : dueAt && dueAt <= now ? later(now, hour) : dueAt;
    if (again !== dueAt) {
      await db()
        .update(loans)
        .set({ dueAt: again })
        .where(inReach(loans, reach, eq(loans.id, loanId)));
    }
    return again;
  });
}

function isExpired(loan: LoanRecord, now: BusinessTime): boolean {
  return (loan.status === "APPROVED" || loan.status === "ACCEPTED") && loan.offerExpiresAt <= now;
}

function isHeldForTooLong({ status, payoutHeldUntil }: LoanRecord, now: BusinessTime): boolean {
  return status === "PAYOUT_HELD" && payoutHeldUntil !== null && payoutHeldUntil <= now;
}

async function isOverdueForTooLong(loan: LoanRecord, now: BusinessTime): Promise<boolean> {
  if (loan.status !== "ACTIVE" || loan.pausedAt) return false;
  return delinquencyIn(loan, await pausesOf(loan), now).daysPastDue > loan.defaultAfterDays;
}
