import { z } from "zod";
import { toLook, toPay } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { makeBatch } from "@/lib/lending/transfers/batches/make-batch";
import { listBatches } from "@/lib/lending/transfers/batches/queries";
import { batchList, batchWithLines, makeBatchBody } from "@/lib/lending/transfers/batches/schema";

export const GET = route({
  ...toLook,
  operationId: "listInstructionBatches",
  summary: "List a lender's batches of orders",
  description: "What people enter at the bank of a lender that pays by hand, newest first.",
  query: z.object(pageQuery.shape),
  answers: { 200: { description: "A page of batches", body: batchList } },
  errors: listBatches.errors,
  respond: ({ params: { lenderId = "" }, query }) => listBatches(lenderId, query),
});

export const POST = route({
  ...toPay,
  operationId: "makeInstructionBatch",
  summary: "Make a batch of a lender's open orders",
  description:
    "Of all that are in none: each is decided about once more first, and what would not be lent today, or is owed no more, ends. What a batch holds never changes.",
  body: makeBatchBody,
  location: "/api/lenders/{lenderId}/batches/{id}",
  answers: { 201: { description: "Made; it has yet to be released", body: batchWithLines } },
  errors: ["INSUFFICIENT_ROLE", ...makeBatch.errors],
  respond: ({ actor: operator, params: { lenderId = "" }, body: input, realNow }) =>
    makeBatch({ operator, lenderId, input, realNow }),
});
