"use server";

import { z } from "zod";
import { operatorAction } from "@/lib/edge/http/actions/operator-action";
import { foreignId } from "@/lib/kernel/validation";
import { approveProposal, rejectProposal } from "@/lib/lending/proposals/decide-proposal";
import { approveProposalBody, rejectProposalBody } from "@/lib/lending/proposals/schema";
import { proposalAt } from "@/lib/surfaces/console/treasury/in-environment";

const named = z.object({ proposalId: foreignId() });
const done = { done: true } as const;

/** Its kind says what it takes to decide about it, which the verb asks for: here anybody may come who decides about some. */
export const approve = operatorAction({
  ...({ name: "approveProposal", permission: "view", rate: "write" } as const),
  input: approveProposalBody.extend(named.shape),
  work: async ({ operator, environment, input: { proposalId, ...input }, realNow }) => {
    await proposalAt(environment, proposalId);
    await approveProposal({ operator, proposalId, input, realNow });
    return done;
  },
});

export const reject = operatorAction({
  ...({ name: "rejectProposal", permission: "view", rate: "write" } as const),
  input: rejectProposalBody.extend(named.shape),
  work: async ({ operator, environment, input: { proposalId, ...input }, realNow }) => {
    await proposalAt(environment, proposalId);
    await rejectProposal({ operator, proposalId, input, realNow });
    return done;
  },
});
