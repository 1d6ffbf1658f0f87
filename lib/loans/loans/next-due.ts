import { earliest } from "@/lib/kernel/calendar";
import type { Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { overdueBeyond, type Pause } from "@/lib/terms/loans/delinquency";
import type { Installment } from "@/lib/terms/loans/schedule";
import type { LoanState } from "@/lib/terms/loans/states";

type TimedLoan = {
  status: LoanState;
  offerExpiresAt: BusinessTime;
  payoutHeldUntil: BusinessTime | null;
  installments: readonly Installment[];
  defaultAfterDays: number;
  refundDueAt: BusinessTime | null;
};

/** When time alone next changes a loan. Null: never. */
export function nextDueAt(
  loan: TimedLoan,
  paid: Kobo,
  pauses: readonly Pause[],
  now: BusinessTime,
): BusinessTime | null {
  const own = ownMoment(loan, paid, pauses, now);
  if (!own || !loan.refundDueAt) return own ?? loan.refundDueAt;
  return earliest(own, loan.refundDueAt);
}

function ownMoment(loan: TimedLoan, paid: Kobo, pauses: readonly Pause[], now: BusinessTime): BusinessTime | null {
  switch (loan.status) {
    case "APPROVED":
    case "ACCEPTED":
      return loan.offerExpiresAt;
    case "PAYOUT_HELD":
      return loan.payoutHeldUntil;
    case "ACTIVE":
      return overdueBeyond(loan.defaultAfterDays, { installments: loan.installments, paid, pauses, now });
    default:
      return null;
  }
}
