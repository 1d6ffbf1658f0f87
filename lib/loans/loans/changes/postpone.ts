import { and, eq, gte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { loanInstallments } from "@/db/schema/loans";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { type Postponement, postponed } from "@/lib/loans/loans/postponement";
import type { Installment } from "@/lib/terms/loans/schedule";

/** Moves what is due on a loan whose row is locked. @returns the new schedule */
export async function postpone(loan: LoanRecord, postponement: Postponement): Promise<Installment[]> {
  const { first, days } = postponement;
  await db()
    .update(loanInstallments)
    .set({ dueDate: sql`${loanInstallments.dueDate} + ${days}::int` })
    .where(and(eq(loanInstallments.loanId, loan.id), gte(loanInstallments.number, first)));
  return postponed(loan.installments, postponement);
}
