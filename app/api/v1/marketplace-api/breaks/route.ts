import { z } from "zod";
import { secretKey } from "@/lib/edge/http/auth";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { listBreaks } from "@/lib/lending/reconciliation/breaks/queries";
import { breakFilters, breakList } from "@/lib/lending/reconciliation/breaks/schema";

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
