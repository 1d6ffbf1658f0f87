import { connectMarketplace } from "@/lib/account-connections/connect-marketplace";
import { authorizationBegun, connectBody } from "@/lib/account-connections/schema";
import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "initiateConnection",
  summary: "Begin to connect with a marketplace",
  description:
    "Answers where the merchant gives its permission, at the marketplace. Whoever asked brings the marketplace's answer to " +
    "`GET /api/marketplace-connections/oauth/callback`, within ten minutes and with the same session: an app shows the " +
    "address in a web view and calls it itself when the marketplace sends the browser there.",
  auth: accountToken,
  rate: "login",
  body: connectBody,
  answers: { 200: { description: "Where the permission is given", body: authorizationBegun } },
  errors: ["NOT_FOUND"],
  respond: ({ actor, body: { marketplaceId, environment }, realNow }) =>
    connectMarketplace({
      holder: actor,
      device: null,
      choice: { marketplaceId, environment: environment ?? undefined },
      realNow,
    }),
});
