import { and, eq, notInArray, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { loanInstallments } from "@/db/schema/loans";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { Installment } from "@/lib/terms/loans/schedule";

/** Of a loan whose row is locked. */
export async function replaceSchedule({ id }: LoanRecord, installments: readonly Installment[]): Promise<void> {
  const { loanId, number } = loanInstallments;
  const numbers = installments.map((one) => one.number);
  await db()
    .delete(loanInstallments)
    .where(and(eq(loanId, id), notInArray(number, numbers)));
  await db()
    .insert(loanInstallments)
    .values(installments.map((one) => ({ loanId: id, ...one })))
    .onConflictDoUpdate({
      target: [loanId, number],
      set: {
        dueDate: sql`excluded.due_date`,
        amount: sql`excluded.amount`,
        interest: sql`excluded.interest`,
      },
    });
}
