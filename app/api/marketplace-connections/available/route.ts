import { accountToken } from "@/lib/edge/http/account-token";
import { pageQuery } from "@/lib/edge/http/pagination";
import { route } from "@/lib/edge/http/route";
import { listAvailable } from "@/lib/surfaces/account/connections/list-catalog";
import { catalogAnswer, environmentQuery } from "@/lib/surfaces/account/connections/schema";

export const GET = route({
  operationId: "listAvailableMarketplaces",
  summary: "List the marketplaces that can be connected now",
  description:
    "Those of the catalog with which the account is not connected, or not any more, so that a page may have fewer than " +
    "asked for. Cut the next page at the last entryId.",
  auth: accountToken,
  rate: "read",
  query: pageQuery.extend(environmentQuery.shape),
  answers: { 200: { description: "A page of marketplaces", body: catalogAnswer } },
  respond: ({ actor, query: { environment, ...page } }) => listAvailable(actor.userId, environment, page),
});
