import { kinds } from "@/lib/lending/proposals/all-kinds";
import { approveProposal, rejectProposal } from "@/lib/lending/proposals/decide-proposal";
import { listProposals, readProposal } from "@/lib/lending/proposals/queries";
import type { ProposalAnswer } from "@/lib/lending/proposals/schema";
import { type Command, type Context, reasonIn, requireOperator, UsageError, word } from "./command";
import { describeEvidence } from "./servicing-commands";

export const proposalCommands: Record<string, Command> = {
  "proposal list": {
    words: [],
    about: "what an operator has proposed and another has to decide, newest first",
    prepare: async (context) => {
      const operator = requireOperator(context, "view");
      const { data } = await listProposals({ limit: 100, status: "OPEN" }, { operator, realNow: context.realNow });
      const lines = data.flatMap((one) => [...describeProposal(one), ""]);
      return { lines: lines.length > 0 ? lines.slice(0, -1) : ["Nothing is proposed."], perform: null };
    },
  },
  "proposal approve": {
    words: ["PROPOSAL"],
    about: "what another operator has proposed is done",
    proof: true,
    prepare: async (context) => {
      const { operator, proposal } = await openIn(context);
      const { id: proposalId, evidenceDigest, evidenceChanged } = proposal;
      const { agreedBy } = kinds[proposal.kind];
      if (agreedBy) throw new UsageError(agreedBy);
      const changed = evidenceChanged ? ["! What it rests on has changed: it will be cleared"] : [];
      return {
        lines: [...describeProposal(proposal), ...changed, "Approve this proposal"],
        perform: async (realNow) => {
          await approveProposal({ operator, proposalId, input: { evidenceDigest }, realNow });
          return "Approved and done.";
        },
      };
    },
  },
  "proposal reject": {
    words: ["PROPOSAL"],
    options: { reason: "TEXT" },
    about: "what another operator has proposed is not done",
    proof: true,
    prepare: async (context) => {
      const { operator, proposal } = await openIn(context);
      const reason = reasonIn(context);
      return {
        lines: [...describeProposal(proposal), `Reject this proposal: ${reason}`],
        perform: async (realNow) => {
          await rejectProposal({ operator, proposalId: proposal.id, input: { reason }, realNow });
          return "Rejected.";
        },
      };
    },
  },
};

/** @throws UsageError for one that is decided, or that this operator has proposed */
async function openIn(context: Context) {
  const operator = requireOperator(context, "view");
  const proposal = await readProposal(word(context, 0, "The proposal's id"), { operator, realNow: context.realNow });
  requireOperator(context, kinds[proposal.kind].permission);
  if (proposal.status !== "OPEN") throw new UsageError(`The proposal is no longer open: ${proposal.status}.`);
  if (proposal.proposedBy.id === operator.userId) {
    throw new UsageError("You proposed this: another operator has to decide.");
  }
  return { operator, proposal };
}

function describeProposal(proposal: ProposalAnswer): string[] {
  const { id, kind, subjectId, environment, input, reason, evidence, proposedBy, proposedAt, expiresAt } = proposal;
  return [
    `${id}  ${kind} of ${subjectId}${environment ? ` (${environment})` : ""}`,
    ...describeEvidence(input),
    `Proposed by ${proposedBy.name} at ${proposedAt}, until ${expiresAt}: ${reason}`,
    "Seen then:",
    ...describeEvidence(evidence),
  ];
}
