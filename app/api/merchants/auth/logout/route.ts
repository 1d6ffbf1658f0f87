import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { revokeSession } from "@/lib/parties/people/sessions/revoke-session";

export const POST = route({
  operationId: "logOutOfAccount",
  summary: "Log out of an account",
  description:
    "Ends the session of this token: its access tokens and its refresh token are worth nothing from then on.",
  auth: accountToken,
  rate: "write",
  answers: { 204: { description: "Logged out" } },
  errors: revokeSession.errors,
  respond: ({ actor, realNow }) => revokeSession({ ...actor, realNow }),
});
