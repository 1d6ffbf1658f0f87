import { eq } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { proposals } from "@/db/schema/proposals";
import { type OperatorUser, type Tenant, tenantOf } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { ProposalDecision } from "@/lib/terms/proposals/states";
import { requireOperatorPermission } from "@/lib/terms/users/roles";
import { kinds } from "./all-kinds";
import { recordStep } from "./propose";
import { findProposal, hasChanged, isOpen, type Proposal, readProposal } from "./queries";
import type { ApproveProposal, ProposalAnswer, RejectProposal } from "./schema";

type Decided<Input> = { operator: OperatorUser; proposalId: string; input: Input; realNow: RealTime };

/** Where what it rests on has changed it is cleared instead, for good. */
export async function approveProposal(call: Decided<ApproveProposal>): Promise<ProposalAnswer> {
  const proposal = await findProposal(call.proposalId);
  requireDecider(proposal, call.operator);
  const { agreedBy } = kinds[proposal.kind];
  if (agreedBy) throw new CodedError("LOAN_STATE_CONFLICT", agreedBy);
  return agreeToProposal(call);
}

/** For whoever has seen what there is to agree to, also where the proposal does not show it (`agreedBy` of its kind). */
export async function agreeToProposal(call: Decided<ApproveProposal>): Promise<ProposalAnswer> {
  const { operator, proposalId, input, realNow } = call;
  const refused = await transaction(async () => {
    const named = await findProposal(proposalId);
    requireDecider(named, operator);
    // Its subject first, as whoever proposes locks it first, too.
    const changed = await hasChanged(named, { operator, realNow, lock: true });
    const proposal = await findProposal(proposalId, { lock: true });
    requireOpen(proposal, realNow);
    if (input.evidenceDigest !== proposal.digest) return changedEvidence("This is not the evidence of the proposal.");
    if (changed) {
      await close(call, proposal, "CLEARED");
      return changedEvidence("What the proposal rests on has changed since. It is cleared: look, and propose it anew.");
    }
    const { kind, subjectId, reason } = proposal;
    await close(call, proposal, "APPROVED");
    await kinds[kind].perform({ operator, subjectId, input: proposal.input, reason, realNow });
    return null;
  });
  if (refused) throw refused;
  return readProposal(proposalId, { operator, realNow });
}
agreeToProposal.errors = [
  "INSUFFICIENT_ROLE",
  "OWN_PROPOSAL",
  "NOT_FOUND",
  "PROPOSAL_NOT_OPEN",
  "EVIDENCE_CHANGED",
  "LOAN_STATE_CONFLICT",
  "PAYMENT_TOO_LARGE",
  "ARCHIVED",
  "RAIL_TAKEN",
  "EMAIL_TAKEN",
  "STILL_IN_USE",
] as const;
approveProposal.errors = agreeToProposal.errors;

export async function rejectProposal(call: Decided<RejectProposal>): Promise<ProposalAnswer> {
  const { operator, proposalId, input, realNow } = call;
  await transaction(async () => {
    const proposal = await findProposal(proposalId, { lock: true });
    requireDecider(proposal, operator);
    requireOpen(proposal, realNow);
    await close(call, proposal, "REJECTED", input.reason);
  });
  return readProposal(proposalId, { operator, realNow });
}
rejectProposal.errors = ["INSUFFICIENT_ROLE", "OWN_PROPOSAL", "NOT_FOUND", "PROPOSAL_NOT_OPEN"] as const;

async function close(
  { operator, realNow }: Pick<Decided<unknown>, "operator" | "realNow">,
  proposal: Proposal,
  decision: Exclude<ProposalDecision, "REPLACED">,
  note: string | null = null,
): Promise<void> {
  const { id, kind } = proposal;
  // Nobody decided that the evidence has changed.
  const decidedBy = decision === "CLEARED" ? null : operator.userId;
  await db().update(proposals).set({ decision, decidedBy, decidedAt: realNow, note }).where(eq(proposals.id, id));
  const actions = { APPROVED: "proposal.approve", REJECTED: "proposal.reject", CLEARED: "proposal.clear" } as const;
  await recordStep({ operator, tenant: tenantIn(proposal), action: actions[decision], kind, id, realNow });
}

function tenantIn({ marketplaceId, environment }: Proposal): Tenant | null {
  return marketplaceId && environment ? tenantOf({ marketplaceId, environment }) : null;
}

function requireDecider({ kind, proposedBy }: Proposal, { userId, role }: OperatorUser): void {
  requireOperatorPermission(role, kinds[kind].permission);
  if (proposedBy !== userId) return;
  throw new CodedError("OWN_PROPOSAL", "You proposed this: another operator has to decide.");
}

function requireOpen(proposal: Proposal, realNow: RealTime): void {
  if (isOpen(proposal, realNow)) return;
  throw new CodedError("PROPOSAL_NOT_OPEN", `The proposal is no longer open: ${proposal.decision ?? "EXPIRED"}.`);
}

function changedEvidence(why: string): CodedError {
  return new CodedError("EVIDENCE_CHANGED", why);
}
