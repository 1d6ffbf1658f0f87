import { splitPaid } from "@/lib/ledger/allocation";
import { outstanding, totalDue, totalPaid } from "@/lib/ledger/balances";
import type { Book } from "@/lib/ledger/book";
import { fromKobo, plus } from "@/lib/money";
import { percentPaid } from "./milestones";
import { type LoanState, shownStatus } from "./states";

/** The `loan` of every loan event. */
export function toLoanReference(loan: { id: string; reference: string }, state: LoanState) {
  return { loan: { id: loan.id, reference: loan.reference, status: shownStatus(state) } };
}

/** Body of `loan.nearly_complete`: what is left is the most that the next deduction may take. */
export function toNearlyCompletePayload(book: Book): Record<string, unknown> {
  const left = fromKobo(outstanding(book).total);
  return { percent_paid: percentPaid(totalPaid(book), totalDue(book)), outstanding: left, max_deduction_amount: left };
}

/** What the deductions of a loan come to: those that were not reversed altogether. */
export type Deductions = { count: number; first: Date | null; last: Date | null };

/** Body of `loan.completed` beyond the loan. */
export function toCompletedPayload(book: Book, deductions: Deductions, completedAt: Date): Record<string, unknown> {
  const repaid = splitPaid(totalPaid(book), book.portions);
  return {
    summary: {
      principal_repaid: fromKobo(repaid.principal),
      interest_repaid: fromKobo(repaid.interest),
      total_repaid: fromKobo(plus(repaid.principal, repaid.interest)),
      total_deductions: deductions.count,
      first_deduction_at: deductions.first?.toISOString() ?? null,
      final_deduction_at: deductions.last?.toISOString() ?? null,
      completed_at: completedAt.toISOString(),
    },
    action_required: "stop_deductions",
    message: "The loan is fully repaid. Stop all deductions for it.",
  };
}

/** While collection rests, nothing is to be deducted yet, whatever is owed. */
const resting = "Collection is paused: begin again when loan.repayment_updated says that it is resumed.";

const reopenings = {
  REVERSAL: "A deduction was reversed after the loan was repaid.",
  CURED: "Everything overdue is paid. The loan is no longer in default.",
} as const;

/** Body of `loan.reopened`. */
export function toReopenedPayload(
  book: Book,
  reason: keyof typeof reopenings,
  loan: { deductionBasisPoints: number; pausedAt: Date | null },
): Record<string, unknown> {
  const left = fromKobo(outstanding(book).total);
  return {
    reason,
    outstanding: left,
    max_deduction_amount: left,
    deduction_percentage: loan.deductionBasisPoints / 100,
    action_required: loan.pausedAt ? "await_resumption" : "resume_deductions",
    message: `${reopenings[reason]} ${loan.pausedAt ? resting : "Deduct until the rest is paid."}`,
  };
}
