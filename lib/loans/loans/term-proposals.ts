import { and, eq, isNull } from "drizzle-orm";
import { db } from "@/db/client";
import { termProposals } from "@/db/schema/loan-changes";
import { addDays } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanTerms } from "@/lib/terms/loans/schema";
import type { ProposalDecision } from "@/lib/terms/loans/states";
import type { LoanRecord } from "./load-loans";

export type TermProposal = { id: string; proposed: LoanTerms; reason: string; proposedAt: Date };

type OfLoan = Pick<LoanRecord, "id">;

export async function openProposalOf({ id }: OfLoan) {
  const [open] = await db()
    .select()
    .from(termProposals)
    .where(and(eq(termProposals.loanId, id), isNull(termProposals.decidedAt)));
  return open;
}

/** Ends the open proposal of a loan whose row is locked, if there is one. */
export async function closeProposal({ id }: OfLoan, decision: ProposalDecision, now: BusinessTime): Promise<void> {
  await db()
    .update(termProposals)
    .set({ decision, decidedAt: now })
    .where(and(eq(termProposals.loanId, id), isNull(termProposals.decidedAt)));
}

/** Moves the due date in the open proposal of a loan whose row is locked, if there is one, with what the loan has due. */
export async function postponeProposal(loan: OfLoan, days: number): Promise<void> {
  const open = days === 0 ? undefined : await openProposalOf(loan);
  if (!open) return;
  const proposed = { ...open.proposed, dueDate: addDays(open.proposed.dueDate, days) };
  await db().update(termProposals).set({ proposed }).where(eq(termProposals.id, open.id));
}
