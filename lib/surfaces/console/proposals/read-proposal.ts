import type { OperatorUser } from "@/lib/kernel/actor";
import { kinds } from "@/lib/lending/proposals/all-kinds";
import { readProposal } from "@/lib/lending/proposals/queries";
import type { ProposalAnswer } from "@/lib/lending/proposals/schema";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { proposalAt } from "@/lib/surfaces/console/treasury/in-environment";
import { operatorMay } from "@/lib/terms/users/roles";

/** With its evidence, and whether who looks may decide about it. One about the other environment is not found. */
export async function readProposalAt({ operator, environment, realNow }: ConsoleScope, proposalId: string) {
  await proposalAt(environment, proposalId);
  return seenBy(operator, await readProposal(proposalId, { operator, realNow }));
}

/** With what whoever looks has to do with it. */
export function seenBy(operator: OperatorUser, proposal: ProposalAnswer) {
  const isOwn = proposal.proposedBy.id === operator.userId;
  const { permission, agreedBy = null } = kinds[proposal.kind];
  const may = operatorMay(operator.role, permission);
  return { ...proposal, isOwn, agreedBy, mayDecide: proposal.status === "OPEN" && !isOwn && may };
}
