import { z } from "zod";
import { accountToken } from "@/lib/edge/http/account-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { readHolding } from "@/lib/surfaces/account/loans/holding";
import { listHeldPayments } from "@/lib/surfaces/account/loans/list-held-payments";
import { heldPaymentFilters, heldPaymentList } from "@/lib/surfaces/account/loans/schema";

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
