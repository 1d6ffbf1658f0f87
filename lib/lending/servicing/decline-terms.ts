import { recordAudit } from "@/lib/platform/audit/record-audit";
import { answerProposal, type ProposalCall } from "./answer-proposal";

/** Declines proposed terms for the merchant: today's go on. Declining again changes nothing. */
export async function declineTerms(call: ProposalCall): Promise<void> {
  const { actor, now } = call;
  await answerProposal(call, "DECLINED", async (loan) => {
    await recordAudit({ actor, action: "loan.terms-decline", subjectId: loan.id, now });
  });
}
