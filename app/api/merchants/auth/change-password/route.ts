import { accountToken } from "@/lib/edge/http/account-token";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { changePasswordBody, sessionTokens } from "@/lib/parties/people/account-schema";
import { changeAccountPassword } from "@/lib/parties/people/password/change-account-password";

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
  errors: changeAccountPassword.errors,
  respond: ({ actor, body, realNow, request }) =>
    changeAccountPassword({ holder: actor, input: body, from: fromOf(request.headers), realNow }),
});
