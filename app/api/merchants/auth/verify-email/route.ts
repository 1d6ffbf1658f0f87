import { anyone } from "@/lib/edge/http/auth";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { sessionTokens } from "@/lib/parties/people/account-schema";
import { confirmInput } from "@/lib/parties/people/schema";
import { verifyEmail } from "@/lib/parties/people/sign-in/verify-email";

export const POST = route({
  operationId: "verifyAccountEmail",
  summary: "Confirm the address",
  description:
    "Makes the account that was signed up for, and logs in to it. The token is that of the mail's link, and works once, for " +
    "a day: one that was used or has expired is a 409. The password is the one that was chosen: it shows that the mail's " +
    "reader is who signed up.",
  auth: anyone,
  rate: "login",
  body: confirmInput,
  answers: { 200: { description: "The account is made", body: sessionTokens } },
  errors: verifyEmail.errors,
  respond: ({ body, realNow, request }) => verifyEmail({ input: body, from: fromOf(request.headers), realNow }),
});
