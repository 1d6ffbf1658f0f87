import { z } from "zod";
import { toLook } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listLines } from "@/lib/lending/bank-statements/queries";
import { lineFilters, statementLineList } from "@/lib/lending/bank-statements/schema";

export const GET = route({
  ...toLook,
  operationId: "listBankStatementLines",
  summary: "List the lines of a lender's bank account",
  description: "Newest first, each once, whatever number of statements have it. `state=WAITS`: those for people.",
  query: z.object({ ...pageQuery.shape, ...lineFilters }),
  answers: { 200: { description: "The lines", body: statementLineList } },
  errors: listLines.errors,
  respond: ({ params: { lenderId = "", accountId = "" }, query }) => listLines({ lenderId, accountId, ...query }),
});
