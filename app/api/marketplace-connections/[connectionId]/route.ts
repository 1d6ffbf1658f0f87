import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { disconnectConnection } from "@/lib/surfaces/account/connections/disconnect-connection";

export const DELETE = route({
  operationId: "disconnectMarketplace",
  summary: "Disconnect from a marketplace",
  description:
    "Withdraws every consent of the merchant there and ends what the service may fetch, at the marketplace's server, too, " +
    "also later where it does not answer. Pending requests are cancelled and offers withdrawn; running loans go on. " +
    "Repeating changes nothing.",
  auth: accountToken,
  rate: "write",
  answers: { 204: { description: "Disconnected" } },
  errors: disconnectConnection.errors,
  async respond({ actor: { userId }, params: { connectionId = "" }, realNow }) {
    await disconnectConnection({ userId, connectionId, realNow });
  },
});
