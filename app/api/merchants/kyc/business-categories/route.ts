import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { businessCategoryList, searchQuery } from "@/lib/merchants/registers/reference/schema";
import { searchBusinessCategories } from "@/lib/merchants/registers/reference/search";

export const GET = route({
  operationId: "searchBusinessCategories",
  summary: "Search what businesses do",
  description:
    "What businesses in Nigeria do, in traders' own words (`phone repair`, `mama put`), with the class of ISIC Rev. 4, the best fit first. Typing errors and beginnings of words are understood. Public.",
  auth: anyone,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...searchQuery.shape }),
  answers: { 200: { description: "A page of what fits", body: businessCategoryList } },
  respond: async ({ query }) => searchBusinessCategories(query),
});
