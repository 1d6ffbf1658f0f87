import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { readAccountConnection } from "@/lib/surfaces/account/connections/list-account-connections";
import { connectionStatusAnswer } from "@/lib/surfaces/account/connections/schema";
import { connectionStatus } from "@/lib/surfaces/account/connections/serialize";

export const GET = route({
  operationId: "getConnectionStatus",
  summary: "Show how a connection stands",
  description: "With how fetching the merchant's sales figures goes, in words.",
  auth: accountToken,
  rate: "read",
  answers: { 200: { description: "The connection", body: connectionStatusAnswer } },
  errors: ["NOT_FOUND"],
  respond: async ({ actor, params: { connectionId = "" }, realNow }) =>
    connectionStatus(await readAccountConnection(actor.userId, connectionId, realNow)),
});
