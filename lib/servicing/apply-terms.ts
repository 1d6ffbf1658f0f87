import { and, eq, gte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { loanInstallments } from "@/db/schema/loans";
import { addDays, daysBetween } from "@/lib/calendar";
import type { Call } from "@/lib/call";
import { firstOpen } from "@/lib/ledger/allocation";
import { totalPaid } from "@/lib/ledger/balances";
import type { Consent } from "@/lib/loans/lifecycle-payloads";
import { bookOf, type LoanRecord } from "@/lib/loans/load-loans";
import { saveLoan } from "@/lib/loans/save-loan";
import type { Installment } from "@/lib/loans/schedule";
import type { LoanTerms } from "@/lib/loans/schema";
import type { OwingState } from "@/lib/loans/states";
import { recordChange } from "./record-loan-change";

/**
 * Gives a loan whose row is locked other terms. A later due date shifts every instalment not fully paid. Sends
 * `loan.repayment_updated`.
 */
export async function applyTerms(
  change: Call<{ loan: LoanRecord & { status: OwingState }; current: LoanTerms; reason: string; consent?: Consent }>,
): Promise<void> {
  const { loan, current, now } = change;
  await recordChange({ ...change, kind: "TERMS" });
  const { paused: _, ...columns } = current;
  const installments = await postpone(loan, daysBetween(loan.dueDate, current.dueDate));
  await saveLoan({ ...loan, installments }, columns, now);
}

/** Shifts the instalments that are not fully paid, and returns the new schedule. */
async function postpone(loan: LoanRecord, days: number): Promise<Installment[]> {
  if (days === 0) return loan.installments;
  const first = firstOpen(totalPaid(bookOf(loan)), loan.installments)?.number ?? 1;
  await db()
    .update(loanInstallments)
    .set({ dueDate: sql`${loanInstallments.dueDate} + ${days}::int` })
    .where(and(eq(loanInstallments.loanId, loan.id), gte(loanInstallments.number, first)));
  return loan.installments.map((installment) =>
    installment.number < first ? installment : { ...installment, dueDate: addDays(installment.dueDate, days) },
  );
}
