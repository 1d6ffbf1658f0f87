import { z } from "zod";
import { secretKey } from "@/lib/edge/http/auth";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { reachOf } from "@/lib/kernel/reach";
import { settlementFilters, settlementList } from "@/lib/lending/reconciliation/settlements/list-schema";
import { listSettlements } from "@/lib/lending/reconciliation/settlements/queries";

export const GET = route({
  operationId: "listSettlements",
  summary: "List settlements",
  description:
    "Settlements as reported by webhook, newest first, with the deductions found in each and its open breaks.",
  auth: secretKey,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...settlementFilters.shape }),
  answers: { 200: { description: "A page of settlements", body: settlementList } },
  respond: ({ actor, query }) => listSettlements(reachOf(actor), query),
});
