import { z } from "zod";
import { toLook } from "@/lib/http/operator-token";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";
import { listProposals } from "@/lib/proposals/queries";
import { proposalFilters, proposalList } from "@/lib/proposals/schema";

export const GET = route({
  ...toLook,
  operationId: "listProposals",
  summary: "List what operators have proposed",
  description: "What waits for another operator, and what became of the rest.",
  query: z.object({ ...pageQuery.shape, ...proposalFilters }),
  answers: { 200: { description: "A page of proposals", body: proposalList } },
  respond: ({ actor: operator, query, realNow }) => listProposals(query, { operator, realNow }),
});
