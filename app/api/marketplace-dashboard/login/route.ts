import { anyone } from "@/lib/edge/http/auth";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { logIn } from "@/lib/surfaces/dashboard/log-in";
import { loginAnswer, loginBody } from "@/lib/surfaces/dashboard/schema";

export const POST = route({
  operationId: "logIn",
  summary: "Log in to the dashboard",
  description:
    "For staff of a marketplace. Returns a bearer token for the operations under /api/marketplace-dashboard, valid " +
    "for an hour. A wrong password and an unknown address get the same answer. After ten failures in " +
    "a row an account has to wait, from places where it has not logged in before: 429 with Retry-After. Where a " +
    "second factor is set up, 401 SECOND_FACTOR_REQUIRED asks for its code; each code works once.",
  auth: anyone,
  rate: "login",
  body: loginBody,
  answers: { 200: { description: "Logged in", body: loginAnswer } },
  errors: logIn.errors,
  respond: ({ body, realNow, request }) =>
    logIn({ input: body, from: fromOf(request.headers, body.pass ?? undefined), realNow }),
});
