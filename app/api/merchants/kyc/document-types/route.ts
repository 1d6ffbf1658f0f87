import { z } from "zod";
import { anyone } from "@/lib/edge/http/auth";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { documentTypeList, searchQuery } from "@/lib/merchants/registers/reference/schema";
import { searchDocumentTypes } from "@/lib/merchants/registers/reference/search";

export const GET = route({
  operationId: "searchDocumentTypes",
  summary: "Search the kinds of document",
  description: "The kinds of document that `documentType` takes, and what each proves, the best fit first. Public.",
  auth: anyone,
  rate: "read",
  query: z.object({ ...pageQuery.shape, ...searchQuery.shape }),
  answers: { 200: { description: "A page of what fits", body: documentTypeList } },
  respond: async ({ query }) => searchDocumentTypes(query),
});
