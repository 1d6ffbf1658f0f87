import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { connectMarketplace } from "@/lib/surfaces/account/connections/connect-marketplace";
import { listAccountConnections } from "@/lib/surfaces/account/connections/list-account-connections";
import { authorizationBegun, connectBody, connectionList } from "@/lib/surfaces/account/connections/schema";
import { connectionStatus } from "@/lib/surfaces/account/connections/serialize";

export const GET = route({
  operationId: "listConnections",
  summary: "List the account's connections",
  description: "All of them, each as its own status shows it: what is open first, then those that were ended.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The connections", body: connectionList } },
  respond: async ({ actor, realNow }) => ({
    data: (await listAccountConnections(actor.userId, realNow)).map(connectionStatus),
  }),
});

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
  errors: connectMarketplace.errors,
  respond: ({ actor, body: { marketplaceId, environment }, realNow }) =>
    connectMarketplace({
      holder: actor,
      device: null,
      choice: { marketplaceId, environment: environment ?? undefined },
      realNow,
    }),
});
