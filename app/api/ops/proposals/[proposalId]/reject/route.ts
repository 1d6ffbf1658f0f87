import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { rejectProposal } from "@/lib/lending/proposals/decide-proposal";
import { proposalAnswer, rejectProposalBody } from "@/lib/lending/proposals/schema";

export const POST = route({
  ...toLook,
  rate: "write",
  operationId: "rejectProposal",
  summary: "Reject a proposal",
  description: "Of another operator. Nothing is done.",
  body: rejectProposalBody,
  answers: { 200: { description: "Rejected", body: proposalAnswer } },
  errors: rejectProposal.errors,
  respond: ({ actor: operator, params: { proposalId = "" }, body: input, realNow }) =>
    rejectProposal({ operator, proposalId, input, realNow }),
});
