import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readCatalogEntry } from "@/lib/surfaces/account/connections/list-catalog";
import { catalogEntry, oneEnvironmentQuery } from "@/lib/surfaces/account/connections/schema";

export const GET = route({
  operationId: "getCatalogMarketplace",
  summary: "Show a marketplace that merchants can connect with",
  description:
    "With what is fetched there and the account's own connection. `environment` may be left out where the marketplace is " +
    "listed with one only; test data that are not listed are shown to whoever has the id and asks for them.",
  auth: accountToken,
  rate: "read",
  query: oneEnvironmentQuery,
  answers: { 200: { description: "The marketplace", body: catalogEntry } },
  errors: readCatalogEntry.errors,
  respond: ({ actor, params: { marketplaceId = "" }, query: { environment } }) =>
    readCatalogEntry(actor.userId, { marketplaceId, environment }),
});
