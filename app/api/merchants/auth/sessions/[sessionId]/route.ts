import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { revokeSession } from "@/lib/parties/people/sessions/revoke-session";

export const DELETE = route({
  operationId: "endAccountSession",
  summary: "Sign out elsewhere",
  description: "Ends one session of the account: its tokens are worth nothing from then on.",
  auth: accountToken,
  rate: "write",
  answers: { 204: { description: "Ended" } },
  errors: revokeSession.errors,
  respond: ({ actor, params, realNow }) =>
    revokeSession({ userId: actor.userId, sessionId: params.sessionId ?? null, realNow }),
});
