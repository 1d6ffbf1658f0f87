import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { refreshBody, sessionTokens } from "@/lib/parties/people/account-schema";
import { refreshSession } from "@/lib/parties/people/sessions/refresh-session";

export const POST = route({
  operationId: "refreshAccountToken",
  summary: "Refresh the access token",
  description:
    "Answers the session's next tokens. A refresh token works once: one that is used again later than ten seconds afterwards " +
    "was copied, and ends its session. Every token that is not good gets the same answer.",
  auth: anyone,
  rate: "write",
  body: refreshBody,
  answers: { 200: { description: "The next tokens", body: sessionTokens } },
  errors: refreshSession.errors,
  respond: ({ body, realNow }) => refreshSession({ input: body, realNow }),
});
