import { isDeepStrictEqual } from "node:util";
import { and, eq, gte, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { loanInstallments } from "@/db/schema/loans";
import { addDays, dateOf, daysBetween } from "@/lib/calendar";
import { invalidField } from "@/lib/errors";
import { firstOpen } from "@/lib/ledger/allocation";
import { totalPaid } from "@/lib/ledger/balances";
import { actOnLoan, type LoanCall } from "@/lib/loans/act-on-loan";
import { bookOf, type LoanRecord } from "@/lib/loans/load-loans";
import { saveLoan } from "@/lib/loans/save-loan";
import type { Installment } from "@/lib/loans/schedule";
import type { LoanTerms } from "@/lib/loans/schema";
import { toKobo } from "@/lib/money";
import { changeableTerms, recordChange } from "./record-loan-change";
import type { ChangeTerms } from "./schema";

/** A later date is a typing error, and would exceed the years that a date can represent. */
const mostDaysAhead = 3_652;

/**
 * Changes the repayment terms of a running loan. A later due date shifts every instalment not fully paid. Unchanged
 * terms have no effect and send no event.
 * @throws CodedError NOT_FOUND, LOAN_STATE_CONFLICT, TEST_KEY_REQUIRED; VALIDATION_FAILED when the due date is earlier
 *   than the current one, not in the future, or more than ten years ahead
 */
export async function changeTerms(call: LoanCall & { input: ChangeTerms & { reason: string } }): Promise<void> {
  const { actor, input, now } = call;
  await actOnLoan(call, "change terms", async (loan) => {
    const current = newTerms(loan, input, dateOf(now));
    const previous = changeableTerms(loan);
    if (isDeepStrictEqual(previous, current)) return;
    await recordChange({ actor, kind: "TERMS", loan, current, reason: input.reason, now });
    const { paused: _, ...columns } = current;
    const installments = await postpone(loan, daysBetween(loan.dueDate, current.dueDate));
    await saveLoan({ ...loan, installments }, columns, now);
  });
}

function newTerms(loan: LoanRecord, input: ChangeTerms, today: string): LoanTerms {
  const { deductionPercentage, minimumDeduction, dueDate } = input;
  if (dueDate !== undefined && dueDate !== loan.dueDate) {
    if (dueDate < loan.dueDate) throw invalidField("dueDate", `Must not be before the current one, ${loan.dueDate}`);
    if (dueDate <= today) throw invalidField("dueDate", "Must be in the future");
    if (daysBetween(today, dueDate) > mostDaysAhead) throw invalidField("dueDate", "Must be within the next ten years");
  }
  return {
    ...changeableTerms(loan),
    ...(deductionPercentage === undefined ? {} : { deductionBasisPoints: Math.round(deductionPercentage * 100) }),
    ...(minimumDeduction === undefined ? {} : { minimumDeduction: toKobo(minimumDeduction) }),
    ...(dueDate === undefined ? {} : { dueDate }),
  };
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
