import { changeAccountPassword } from "@/lib/accounts/change-password";
import { changePasswordBody, sessionTokens } from "@/lib/accounts/schema";
import { accountToken } from "@/lib/http/account-token";
import { fromOf } from "@/lib/http/login-limit";
import { route } from "@/lib/http/route";

export const POST = route({
  operationId: "changeAccountPassword",
  summary: "Change the password",
  description:
    "Takes the present password, and a code where there is a second factor. Every session ends, on whatever device; the " +
    "answer has the tokens with which this one goes on. The owner is written to.",
  auth: accountToken,
  rate: "login",
  body: changePasswordBody,
  answers: { 200: { description: "Changed: the next tokens", body: sessionTokens } },
  errors: ["SECOND_FACTOR_REQUIRED", "SERVICE_UNAVAILABLE"],
  respond: ({ actor, body, realNow, request }) =>
    changeAccountPassword({ holder: actor, input: body, from: fromOf(request.headers), realNow }),
});
