import { anyone } from "@/lib/edge/http/auth";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { logInOperator } from "@/lib/surfaces/console/log-in";
import { operatorLoginAnswer, operatorLoginBody } from "@/lib/surfaces/console/schema";

export const POST = route({
  operationId: "logInOperator",
  summary: "Log in as an operator",
  description:
    "For staff of the service. Returns a bearer token for the operators' operations, valid for an hour. A wrong password " +
    "and an unknown address get the same answer. After ten failures in a row an account has to wait, from places where " +
    "it has not logged in before: 429 with Retry-After. Where a second factor is set up, 401 SECOND_FACTOR_REQUIRED " +
    "asks for its code; each code works once.",
  auth: anyone,
  rate: "login",
  body: operatorLoginBody,
  answers: { 200: { description: "Logged in", body: operatorLoginAnswer } },
  errors: logInOperator.errors,
  respond: ({ body, realNow, request }) => logInOperator({ input: body, from: fromOf(request.headers), realNow }),
});
