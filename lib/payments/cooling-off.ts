import { day, later } from "@/lib/calendar";
import type { LoanRecord } from "@/lib/loans/load-loans";
import { greatest, type Kobo, minus, zero } from "@/lib/money";
import type { BusinessTime } from "@/lib/time";
import { coolingOffDays } from "./constants";

type Cooling = Pick<LoanRecord, "status" | "disbursedAt" | "cooledOffAt" | "principal" | "received">;

/**
 * What ends a loan without interest, and until when: the principal less what deductions have brought. Zero when they
 * brought it all: such a payment is confirmed without asking the bank, and `bookPayment` ends the loan all the same.
 * Null once it is over, and for a loan that is not ACTIVE or bears no interest any more.
 */
export function coolingOffOf(loan: Cooling, now: BusinessTime): { amount: Kobo; until: BusinessTime } | null {
  const { status, disbursedAt, cooledOffAt, principal, received } = loan;
  if (status !== "ACTIVE" || !disbursedAt || cooledOffAt) return null;
  const until = coolingOffEnd(disbursedAt);
  return now > until ? null : { amount: greatest(zero, minus(principal, received)), until };
}

/** The last moment at which the payment can be ordered. */
export function coolingOffEnd(disbursedAt: BusinessTime): BusinessTime {
  return later(disbursedAt, coolingOffDays * day);
}
