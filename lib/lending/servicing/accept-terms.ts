import { reachOf } from "@/lib/kernel/reach";
import { changeableTerms } from "@/lib/loans/loans/changes/record-loan-change";
import { findMerchant } from "@/lib/merchants/merchants/queries";
import { answerProposal, notOpen, type ProposalCall } from "./answer-proposal";
import { applyTerms } from "./apply-terms";
import { errorsIn } from "./new-terms";

/** They hold from now on. Agreeing again changes nothing. */
export async function acceptTerms(call: ProposalCall): Promise<void> {
  const { actor, now } = call;
  await answerProposal(call, "ACCEPTED", async (loan, { id: proposalId, proposed, proposedAt, reason }) => {
    await findMerchant(reachOf(actor), loan.merchantId, { lock: true });
    const current = { ...proposed, paused: changeableTerms(loan).paused };
    const [wrong] = await errorsIn(current, loan, now);
    if (wrong) throw notOpen(`The proposed terms are no longer possible. ${wrong.field}: ${wrong.error}.`);
    await applyTerms({ actor, loan, current, reason, consent: { proposalId, proposedAt }, now });
  });
}
