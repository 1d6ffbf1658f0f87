import { readAccountConnection } from "@/lib/account-connections/list-account-connections";
import { connectionStatusAnswer } from "@/lib/account-connections/schema";
import { connectionStatus } from "@/lib/account-connections/serialize";
import { accountToken } from "@/lib/http/account-token";
import { route } from "@/lib/http/route";

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
