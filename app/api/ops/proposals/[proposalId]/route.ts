import { toLook } from "@/lib/http/operator-token";
import { route } from "@/lib/http/route";
import { readProposal } from "@/lib/proposals/queries";
import { proposalAnswer } from "@/lib/proposals/schema";

export const GET = route({
  ...toLook,
  operationId: "getProposal",
  summary: "A proposal of an operator",
  description: "What is proposed, on which evidence, and whether that has changed since.",
  answers: { 200: { description: "The proposal", body: proposalAnswer } },
  errors: ["NOT_FOUND"],
  respond: ({ actor: operator, params: { proposalId = "" }, realNow }) =>
    readProposal(proposalId, { operator, realNow }),
});
