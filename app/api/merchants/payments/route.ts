import { z } from "zod";
import { readHolding } from "@/lib/held-loans/holding";
import { listHeldPayments } from "@/lib/held-loans/list-held-payments";
import { heldPaymentFilters, heldPaymentList } from "@/lib/held-loans/schema";
import { accountToken } from "@/lib/http/account-token";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "listAccountPayments",
  summary: "List what came in for the account's loans",
  description:
    "What was taken from sales and given back of that, payments from the account however they ended, and refunds, for the loans of every merchant that the account holds, at whatever marketplace, newest first by when they happened.",
  auth: accountToken,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...heldPaymentFilters.shape }),
  answers: { 200: { description: "A page of payments", body: heldPaymentList } },
  respond: async ({ actor, query, realNow }) => listHeldPayments(await readHolding(actor.userId, realNow), query),
});
