import type { Kobo } from "@/lib/money";
import { overdueBeyond, type Pause } from "./delinquency";
import type { Installment } from "./schedule";
import type { LoanState } from "./states";

type TimedLoan = {
  status: LoanState;
  offerExpiresAt: Date;
  installments: readonly Installment[];
  defaultAfterDays: number;
  refundDueAt: Date | null;
};

/**
 * When time alone next changes something about a loan: an offer expires, a debt grows too old, a refund falls due. Null
 * when nothing will.
 */
export function nextDueAt(loan: TimedLoan, paid: Kobo, pauses: readonly Pause[], now: Date): Date | null {
  const own = ownMoment(loan, paid, pauses, now);
  if (!own || !loan.refundDueAt) return own ?? loan.refundDueAt;
  return new Date(Math.min(own.getTime(), loan.refundDueAt.getTime()));
}

function ownMoment(loan: TimedLoan, paid: Kobo, pauses: readonly Pause[], now: Date): Date | null {
  switch (loan.status) {
    case "APPROVED":
    case "ACCEPTED":
      return loan.offerExpiresAt;
    case "ACTIVE":
      return overdueBeyond(loan.defaultAfterDays, { installments: loan.installments, paid, pauses, now });
    default:
      return null;
  }
}
