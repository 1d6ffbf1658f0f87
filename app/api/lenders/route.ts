import { z } from "zod";
import { toLook, toManage } from "@/lib/edge/http/operator-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { addLender } from "@/lib/parties/lenders/add-lender";
import { listLenders, readLender } from "@/lib/parties/lenders/list-lenders";
import { lenderAnswer, lenderBody, lenderFilters, lenderList } from "@/lib/parties/lenders/schema";

export const GET = route({
  ...toLook,
  operationId: "listLenders",
  summary: "List the lenders",
  description:
    "With their product tables, limits and what is used of these, newest first. Those that are archived are listed only when asked for.",
  query: z.object({ ...pageQuery.shape, ...lenderFilters }),
  answers: { 200: { description: "A page of lenders", body: lenderList } },
  respond: ({ query, realNow }) => listLenders(query, realNow),
});

export const POST = route({
  ...toManage,
  operationId: "createLender",
  summary: "Add a lender",
  description: "It lends to merchants of every marketplace, in its environment, from the next decision on.",
  body: lenderBody,
  location: "/api/lenders/{id}",
  answers: { 201: { description: "Added", body: lenderAnswer } },
  errors: ["INSUFFICIENT_ROLE"],
  respond: async ({ actor, body, realNow }) =>
    readLender(await addLender({ operator: actor, input: body, realNow }), realNow),
});
