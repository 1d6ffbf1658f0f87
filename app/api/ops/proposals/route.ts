import { z } from "zod";
import { toLook } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listProposals } from "@/lib/lending/proposals/queries";
import { proposalFilters, proposalList } from "@/lib/lending/proposals/schema";

export const GET = route({
  ...toLook,
  operationId: "listProposals",
  summary: "List what operators have proposed",
  description: "What waits for another operator, and what became of the rest.",
  query: z.object({ ...pageQuery.shape, ...proposalFilters }),
  answers: { 200: { description: "A page of proposals", body: proposalList } },
  respond: ({ actor: operator, query, realNow }) => listProposals(query, { operator, realNow }),
});
