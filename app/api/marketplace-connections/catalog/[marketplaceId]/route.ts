import { readCatalogEntry } from "@/lib/account-connections/list-catalog";
import { catalogEntry, environmentQuery } from "@/lib/account-connections/schema";
import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";

export const GET = route({
  operationId: "getCatalogMarketplace",
  summary: "Show a marketplace that merchants can connect with",
  description: "With what is fetched there and the account's own connection; test data, too, for whoever has its id.",
  auth: accountToken,
  rate: "read",
  query: environmentQuery,
  answers: { 200: { description: "The marketplace", body: catalogEntry } },
  errors: ["NOT_FOUND"],
  respond: ({ actor, params: { marketplaceId = "" }, query: { environment = "live" } }) =>
    readCatalogEntry(actor.userId, { marketplaceId, environment }),
});
