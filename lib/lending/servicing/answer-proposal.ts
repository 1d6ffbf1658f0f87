import { and, eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { termProposals } from "@/db/schema/loan-changes";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { reachOf } from "@/lib/kernel/reach";
import type { LoanCall } from "@/lib/loans/loans/act-on-loan";
import { type LoanRecord, lockLoan } from "@/lib/loans/loans/load-loans";
import { closeProposal } from "@/lib/loans/loans/term-proposals";
import { refuseMarketplace, requireState } from "@/lib/loans/loans/transitions";
import type { OwingState, ProposalDecision } from "@/lib/terms/loans/states";
import type { AnswerTerms } from "./schema";

export type ProposalCall = LoanCall & { input: AnswerTerms };

export type Proposal = typeof termProposals.$inferSelect;

/** In one transaction, with the loan's row locked. One answered alike before is left unchanged. */
export async function answerProposal(
  { actor, loanId, input, now }: ProposalCall,
  decision: Extract<ProposalDecision, "ACCEPTED" | "DECLINED">,
  work: (loan: LoanRecord & { status: OwingState }, proposal: Proposal) => Promise<void>,
): Promise<void> {
  refuseMarketplace(actor);
  await transaction(async () => {
    const loan = await lockLoan(reachOf(actor), loanId);
    const [proposal] = await db()
      .select()
      .from(termProposals)
      .where(and(eq(termProposals.loanId, loan.id), eq(termProposals.id, input.proposalId)));
    if (!proposal) throw notFound("proposal");
    if (proposal.decision === decision) return;
    if (proposal.decision) throw notOpen(`The proposal is no longer open: ${proposal.decision}.`);
    requireState(loan, "change terms");
    await closeProposal(loan, decision, now);
    await work(loan, proposal);
  });
}

export function notOpen(why: string): CodedError {
  return new CodedError("PROPOSAL_NOT_OPEN", why);
}
