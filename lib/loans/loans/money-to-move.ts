import { and, eq, exists, inArray, or, type SQL } from "drizzle-orm";
import { db } from "@/db/client";
import { isOverpaid, loans, payouts } from "@/db/schema/loans";
import { payments } from "@/db/schema/payments";
import { openLoanStates } from "@/lib/terms/loans/states";

/** In queries of loans alone: those that are open, that owe their merchant, or whose money is under way. */
export function hasMoneyToMove(): SQL | undefined {
  const paidOut = and(eq(payouts.loanId, loans.id), inArray(payouts.status, ["HELD", "PENDING"]));
  const paidIn = and(eq(payments.loanId, loans.id), inArray(payments.status, ["ANNOUNCED", "PENDING"]));
  return or(
    inArray(loans.status, openLoanStates),
    isOverpaid,
    exists(db().select({ id: payouts.id }).from(payouts).where(paidOut)),
    exists(db().select({ id: payments.id }).from(payments).where(paidIn)),
  );
}
