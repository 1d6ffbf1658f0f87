import { kinds } from "@/lib/lending/proposals/all-kinds";
import { readProposal } from "@/lib/lending/proposals/queries";
import type { ConsoleScope } from "@/lib/surfaces/console/scope";
import { proposalAt } from "@/lib/surfaces/console/treasury/in-environment";
import { operatorMay } from "@/lib/terms/users/roles";

/**
 * A proposal with its evidence, and whether who looks may decide about it.
 * @throws CodedError NOT_FOUND, also for one about the other environment
 */
export async function readProposalAt({ operator, environment, realNow }: ConsoleScope, proposalId: string) {
  await proposalAt(environment, proposalId);
  const proposal = await readProposal(proposalId, { operator, realNow });
  const isOwn = proposal.proposedBy.id === operator.userId;
  const { permission, agreedBy = null } = kinds[proposal.kind];
  const may = operatorMay(operator.role, permission);
  return { ...proposal, isOwn, agreedBy, mayDecide: proposal.status === "OPEN" && !isOwn && may };
}
