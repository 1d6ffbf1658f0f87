import { z } from "zod";
import { accountToken } from "@/lib/edge/http/account-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { readHolding } from "@/lib/surfaces/account/loans/holding";
import { listHeldLoans } from "@/lib/surfaces/account/loans/list-held-loans";
import { heldLoanFilters, heldLoanList } from "@/lib/surfaces/account/loans/schema";

export const GET = route({
  operationId: "listAccountLoans",
  summary: "List the account's loans",
  description: "Offers and loans of every merchant that the account holds, at whatever marketplace, newest first.",
  auth: accountToken,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...heldLoanFilters.shape }),
  answers: { 200: { description: "A page of loans", body: heldLoanList } },
  respond: async ({ actor, query, realNow }) => listHeldLoans(await readHolding(actor.userId, realNow), query),
});
