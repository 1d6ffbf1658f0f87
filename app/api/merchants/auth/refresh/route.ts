import { refreshSession } from "@/lib/accounts/refresh-session";
import { refreshBody, sessionTokens } from "@/lib/accounts/schema";
import { anyone } from "@/lib/http/auth";
import { route } from "@/lib/http/route";

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
  errors: ["UNAUTHENTICATED"],
  respond: ({ body, realNow }) => refreshSession({ input: body, realNow }),
});
