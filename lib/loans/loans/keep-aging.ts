import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import type { BusinessTime } from "@/lib/kernel/time";
import { type Book, totalPaid } from "@/lib/loans/ledger/balances";
import { firstOpen } from "@/lib/terms/ledger/allocation";
import { agingSince, type Pause } from "@/lib/terms/loans/delinquency";
import { isCollected } from "@/lib/terms/loans/states";
import { bookOf, type LoanRecord, pausesOf } from "./load-loans";
import type { LockedLoan } from "./lock-for-booking";

/** Since when a loan's debt ages, as its row keeps it: null while nothing is owed or collection is paused. */
export function agingOf(loan: LoanRecord, pauses: readonly Pause[], now: BusinessTime): BusinessTime | null {
  if (!isCollected(loan.status) || loan.pausedAt) return null;
  return agingSince({ installments: loan.installments, paid: totalPaid(bookOf(loan)), pauses, now });
}

/** Only another oldest unpaid instalment changes it, so that most deductions cost nothing here. */
export async function keepAging(loan: LockedLoan, before: Book, after: Book, now: BusinessTime): Promise<void> {
  if (loan.pausedAt || after.receivedAtWriteOff !== null || !after.disbursed) return;
  const [paidBefore, paid] = [totalPaid(before), totalPaid(after)];
  if (firstOpen(paidBefore, before.portions) === firstOpen(paid, after.portions)) return;
  const installments = loan.installments.map((installment, i) => ({ ...installment, ...after.portions[i] }));
  const since = agingSince({ installments, paid, pauses: await pausesOf(loan), now });
  await db().update(loans).set({ agingSince: since }).where(eq(loans.id, loan.id));
}
