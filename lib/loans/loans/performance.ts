import { dateOf, day } from "@/lib/kernel/calendar";
import { greatest, type Kobo, minus, plus, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { outstanding, totalPaid } from "@/lib/loans/ledger/balances";
import { type Delinquency, delinquencyOf, type Pause, pausedSince } from "@/lib/terms/loans/delinquency";
import { isCollected, isOffer } from "@/lib/terms/loans/states";
import { type Forecast, forecast, type Sales } from "./forecast";
import { bookOf, type LoanRecord } from "./load-loans";

const neutral: Delinquency = {
  daysPastDue: 0,
  overdueAmount: zero,
  classification: "PERFORMING",
  aheadBehindAmount: zero,
};

/** In default or written off it is LOST, whatever its age; the latter keeps the days past due of the write-off. */
export function delinquencyIn(loan: LoanRecord, pauses: readonly Pause[], now: BusinessTime): Delinquency {
  const { installments, status, writtenOffAt } = loan;
  if (isOffer(status) || status === "CANCELLED") return neutral;
  const book = bookOf(loan);
  if (status !== "WRITTEN_OFF" || !writtenOffAt) {
    const today = delinquencyOf({ installments, paid: totalPaid(book), pauses, now });
    return status === "DEFAULTED" ? { ...today, classification: "LOST" } : today;
  }
  const before = { ...book, received: loan.receivedAtWriteOff ?? zero };
  const { daysPastDue } = delinquencyOf({ installments, paid: totalPaid(before), pauses, now: writtenOffAt });
  return { daysPastDue, classification: "LOST", overdueAmount: zero, aheadBehindAmount: zero };
}

/** Forecast of when a loan is paid off; for an offer, as if disbursed now. */
export function forecastIn(
  loan: LoanRecord,
  context: { pauses: readonly Pause[]; sales: Sales | null; paidFromAccount: Kobo },
  now: BusinessTime,
): Forecast | null {
  const { pauses, sales, paidFromAccount } = context;
  const offer = isOffer(loan.status);
  if (!offer && !isCollected(loan.status)) return null;
  const book = bookOf(loan);
  const deducted = greatest(zero, minus(book.received, paidFromAccount));
  return forecast({
    today: dateOf(now),
    outstanding: offer ? plus(loan.principal, loan.interest) : outstanding(book).total,
    deductionBasisPoints: loan.deductionBasisPoints,
    minimumDeduction: loan.minimumDeduction,
    paused: loan.pausedAt !== null,
    sales,
    observed: observedOf(loan, deducted, pauses, now),
  });
}

function observedOf({ disbursedAt }: LoanRecord, received: Kobo, pauses: readonly Pause[], now: BusinessTime) {
  if (!disbursedAt) return { days: 0, received: zero };
  const start = disbursedAt.getTime();
  const collected = now.getTime() - start - pausedSince(start, pauses, now);
  return { days: Math.max(0, Math.floor(collected / day)), received };
}
