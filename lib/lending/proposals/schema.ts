import { z } from "zod";
import { environments } from "@/lib/kernel/actor";
import { moment } from "@/lib/kernel/answer-fields";
import { foreignId, oneOf, text } from "@/lib/kernel/validation";
import { proposalKinds, proposalStatuses } from "@/lib/terms/proposals/states";

const person = z.object({ id: z.string(), name: z.string() });
const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

export const proposalAnswer = z
  .object({
    id: z.string(),
    kind: z.enum(proposalKinds),
    status: z
      .enum(proposalStatuses)
      .describe("CLEARED: what it rested on had changed; EXPIRED: nobody decided in time"),
    marketplaceId: z.string().nullable(),
    environment: z.enum(environments).nullable(),
    subjectId: z.string().describe("Of what it is about: a loan"),
    input: z.record(z.string(), z.unknown()).describe("As it was asked for"),
    reason: z.string(),
    evidence: facts.describe("What the proposer saw; amounts in naira"),
    evidenceDigest: z.string().describe("An approval repeats it"),
    evidenceChanged: z.boolean().describe("Approving it would be refused"),
    proposedBy: person,
    proposedAt: moment,
    expiresAt: moment,
    decidedBy: person.nullable().describe("Null also where no person decided"),
    decidedAt: moment.nullable(),
    note: z.string().nullable().describe("Why it was rejected"),
  })
  .meta({ id: "OperatorProposal" });
export type ProposalAnswer = z.output<typeof proposalAnswer>;

export const proposalList = z.object({ data: z.array(proposalAnswer), hasMore: z.boolean() });

export const proposalFilters = {
  status: oneOf(["OPEN"]).optional().describe("OPEN: only those that wait for a decision"),
  subjectId: foreignId(64).optional().describe("Only those about this loan"),
};

export const approveProposalBody = z
  .strictObject({
    evidenceDigest: text(64),
  })
  .meta({ sample: { evidenceDigest: "b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9" } });
export type ApproveProposal = z.output<typeof approveProposalBody>;

export const rejectProposalBody = z
  .strictObject({ reason: text(500) })
  .meta({ sample: { reason: "The shop still sells." } });
export type RejectProposal = z.output<typeof rejectProposalBody>;
