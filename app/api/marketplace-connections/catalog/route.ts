import { listCatalog } from "@/lib/account-connections/list-catalog";
import { catalogAnswer, environmentQuery } from "@/lib/account-connections/schema";
import { accountToken } from "@/lib/http/account-token";
import { pageQuery } from "@/lib/http/pagination";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "listMarketplaceCatalog",
  summary: "List the marketplaces that merchants can connect with",
  description:
    "The newest first, each with what is fetched there and the account's own connection; a marketplace with both test and " +
    "live data is listed twice, unless `environment` is given. Test data are listed in a sandbox only; elsewhere the " +
    "details of a marketplace show them to whoever has its id. Cut the next page at the last entryId.",
  auth: accountToken,
  rate: "read",
  query: pageQuery.extend(environmentQuery.shape),
  answers: { 200: { description: "A page of marketplaces", body: catalogAnswer } },
  respond: ({ actor, query: { environment, ...page } }) => listCatalog(actor.userId, environment, page),
});
