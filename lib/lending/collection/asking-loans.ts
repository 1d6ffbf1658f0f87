import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { db } from "@/db/client";
import { loanChanges } from "@/db/schema/loan-changes";
import { loanWatches } from "@/db/schema/loan-watches";
import { loans } from "@/db/schema/loans";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import { pausesFrom } from "@/lib/terms/loans/delinquency";
import { type AskingLoan, termsOverTime } from "./shares";

export async function askingLoans(loan: LoanRecord): Promise<AskingLoan[]> {
  const rows = await db()
    .select({ loan: loans, cap: loanWatches.cap })
    .from(loans)
    .leftJoin(loanWatches, eq(loanWatches.id, loans.id))
    .where(and(eq(loans.merchantId, loan.merchantId), isNotNull(loans.disbursedAt)));
  const changes = await db()
    .select()
    .from(loanChanges)
    .where(
      inArray(
        loanChanges.loanId,
        rows.map((row) => row.loan.id),
      ),
    )
    .orderBy(loanChanges.id);
  const inOrder = rows
    .flatMap((row): AskingLoan[] => {
      const { id, disbursedAt, writtenOffAt, cancelledAt } = row.loan;
      if (!disbursedAt) return [];
      const completedAt = row.loan.completedAt ?? cancelledAt;
      const own = changes.filter(({ loanId }) => loanId === id);
      // A write-off ends a pause: what comes later is a recovery.
      const pauses = pausesFrom(
        own.map(({ kind, effectiveFrom: at, previous, current }) => {
          return { kind, at, dueBefore: previous.dueDate, dueAfter: current.dueDate };
        }),
      ).map((pause) => (pause.until === null && writtenOffAt ? { ...pause, until: writtenOffAt } : pause));
      const terms = termsOverTime(row.loan, own);
      return [{ id, disbursedAt, completedAt, writtenOffAt, terms, pauses, cap: row.cap }];
    })
    .sort(byDisbursement);
  return inOrder.slice(0, inOrder.findIndex(({ id }) => id === loan.id) + 1);
}

function byDisbursement(one: AskingLoan, other: AskingLoan): number {
  return one.disbursedAt.getTime() - other.disbursedAt.getTime() || (one.id < other.id ? -1 : 1);
}
