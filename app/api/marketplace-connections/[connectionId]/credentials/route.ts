import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { renewConnection } from "@/lib/surfaces/account/connections/connect-marketplace";
import { authorizationBegun } from "@/lib/surfaces/account/connections/schema";

export const PUT = route({
  operationId: "renewConnection",
  summary: "Give the permission at a marketplace again",
  description:
    "As to begin to connect, for a connection that there is: where the marketplace takes its permission no longer, or to " +
    "connect again after disconnecting. It has to be given for the same merchant. What is in force stays so until then.",
  auth: accountToken,
  rate: "login",
  answers: { 200: { description: "Where the permission is given", body: authorizationBegun } },
  errors: renewConnection.errors,
  respond: ({ actor, params: { connectionId = "" }, realNow }) =>
    renewConnection({ holder: actor, device: null, connectionId, realNow }),
});
