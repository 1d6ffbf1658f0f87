import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { approveProposal } from "@/lib/lending/proposals/decide-proposal";
import { approveProposalBody, proposalAnswer } from "@/lib/lending/proposals/schema";

export const POST = route({
  ...toLook,
  rate: "write",
  operationId: "approveProposal",
  summary: "Approve a proposal",
  description:
    "Does it, unless its evidence has changed since: then it is cleared. A STATEMENT_IMPORT is agreed to by importing the same file, and not here.",
  body: approveProposalBody,
  answers: { 200: { description: "Approved and done", body: proposalAnswer } },
  errors: approveProposal.errors,
  respond: ({ actor: operator, params: { proposalId = "" }, body: input, realNow }) =>
    approveProposal({ operator, proposalId, input, realNow }),
});
