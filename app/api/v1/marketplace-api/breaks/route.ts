import { z } from "zod";
import { listBreaks } from "@/lib/breaks/queries";
import { breakFilters, breakList } from "@/lib/breaks/schema";
import { secretKey } from "@/lib/http/auth";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";
import { reachOf } from "@/lib/reach";

export const GET = route({
  operationId: "listBreaks",
  summary: "List breaks",
  description:
    "Disagreements between reported deductions, settlements, sales and the ledger, newest first, each with its " +
    "evidence and what to do about it.",
  auth: secretKey,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...breakFilters.shape }),
  answers: { 200: { description: "A page of breaks", body: breakList } },
  respond: ({ actor, query }) => listBreaks(reachOf(actor), query),
});
