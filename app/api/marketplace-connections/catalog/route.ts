import { accountToken } from "@/lib/edge/http/account-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listCatalog } from "@/lib/surfaces/account/connections/list-catalog";
import { catalogAnswer, environmentQuery } from "@/lib/surfaces/account/connections/schema";

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
