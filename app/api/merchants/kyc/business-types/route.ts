import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { businessTypeList, searchQuery } from "@/lib/merchants/registers/reference/schema";
import { searchBusinessTypes } from "@/lib/merchants/registers/reference/search";

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
