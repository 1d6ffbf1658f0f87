import { z } from "zod";
import { readHolding } from "@/lib/held-loans/holding";
import { listHeldLoans } from "@/lib/held-loans/list-held-loans";
import { heldLoanFilters, heldLoanList } from "@/lib/held-loans/schema";
import { accountToken } from "@/lib/http/account-token";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";

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
