import { day, later } from "@/lib/kernel/calendar";
import { greatest, type Kobo, minus, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { coolingOffDays } from "@/lib/terms/payments/constants";

type Cooling = Pick<
  LoanRecord,
  "status" | "disbursedAt" | "returnedAt" | "paidAgainAt" | "cooledOffAt" | "principal" | "received"
>;
type Ordered = { coolingOff: boolean; orderedAt: BusinessTime; amount: Kobo };

/**
 * The principal less what deductions brought. Zero when they brought it all: such a payment is confirmed without asking
 * the bank, and `bookPayment` ends the loan. Null once it is over.
 */
export function coolingOffOf(loan: Cooling, now: BusinessTime): { amount: Kobo; until: BusinessTime } | null {
  const { status, disbursedAt, returnedAt, cooledOffAt } = loan;
  if (status !== "ACTIVE" || !disbursedAt || returnedAt || cooledOffAt) return null;
  const until = coolingOffEnd(loan.paidAgainAt ?? disbursedAt);
  return now > until ? null : { amount: principalLeft(loan), until };
}

/** What of the principal nothing has brought yet. */
export function principalLeft({ principal, received }: Pick<Cooling, "principal" | "received">): Kobo {
  return greatest(zero, minus(principal, received));
}

/** By the order: since then the loan may have defaulted or been repaid, and deductions been reversed. */
export function endsWithoutInterest(loan: Cooling, { coolingOff, orderedAt, amount }: Ordered): boolean {
  const { status, disbursedAt, cooledOffAt } = loan;
  if (!coolingOff || !disbursedAt || cooledOffAt || status === "WRITTEN_OFF" || amount < principalLeft(loan))
    return false;
  return orderedAt <= coolingOffEnd(loan.paidAgainAt ?? disbursedAt);
}

/** The last moment at which the payment can be ordered. */
function coolingOffEnd(disbursedAt: BusinessTime): BusinessTime {
  return later(disbursedAt, coolingOffDays * day);
}
