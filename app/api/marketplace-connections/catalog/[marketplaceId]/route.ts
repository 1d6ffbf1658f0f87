import { readCatalogEntry } from "@/lib/account-connections/list-catalog";
import { catalogEntry, oneEnvironmentQuery } from "@/lib/account-connections/schema";
import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";

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
  errors: ["NOT_FOUND"],
  respond: ({ actor, params: { marketplaceId = "" }, query: { environment } }) =>
    readCatalogEntry(actor.userId, { marketplaceId, environment }),
});
