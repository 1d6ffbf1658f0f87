import { toLook } from "@/lib/edge/http/operator-token";
import { route } from "@/lib/edge/http/route";
import { readProposal } from "@/lib/lending/proposals/queries";
import { proposalAnswer } from "@/lib/lending/proposals/schema";

export const GET = route({
  ...toLook,
  operationId: "getProposal",
  summary: "A proposal of an operator",
  description: "What is proposed, on which evidence, and whether that has changed since.",
  answers: { 200: { description: "The proposal", body: proposalAnswer } },
  errors: readProposal.errors,
  respond: ({ actor: operator, params: { proposalId = "" }, realNow }) =>
    readProposal(proposalId, { operator, realNow }),
});
