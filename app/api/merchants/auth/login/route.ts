import { anyone } from "@/lib/edge/http/auth";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { logInBody, sessionTokens } from "@/lib/parties/people/account-schema";
import { logIn } from "@/lib/parties/people/sign-in/log-in";

export const POST = route({
  operationId: "logInToAccount",
  summary: "Log in to an account",
  description:
    "For merchants. Begins a session: an access token for 15 minutes, and a refresh token for 30 days. A wrong password and " +
    "an unknown address get the same answer. After ten failures in a row an account has to wait, from places where it has " +
    "not logged in before: 429 with Retry-After. Where a second factor is set up, 401 SECOND_FACTOR_REQUIRED asks for its " +
    "code; each code works once.",
  auth: anyone,
  rate: "login",
  body: logInBody,
  answers: { 200: { description: "Logged in", body: sessionTokens } },
  errors: logIn.errors,
  respond: ({ body, realNow, request }) =>
    logIn({ input: body, from: fromOf(request.headers, body.pass ?? undefined), realNow }),
});
