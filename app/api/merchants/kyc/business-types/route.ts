import { z } from "zod";
import { anyone } from "@/lib/http/auth";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";
import { businessTypeList, searchQuery } from "@/lib/reference/schema";
import { searchBusinessTypes } from "@/lib/reference/search";

export const GET = route({
  operationId: "searchBusinessTypes",
  summary: "Search the kinds of business",
  description:
    "The kinds of business that `businessType` takes, as the law in Nigeria knows them, the best fit first. Public.",
  auth: anyone,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...searchQuery.shape }),
  answers: { 200: { description: "A page of what fits", body: businessTypeList } },
  respond: async ({ query }) => searchBusinessTypes(query),
});
