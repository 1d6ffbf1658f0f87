import { anyone } from "@/lib/edge/http/auth";
import { route } from "@/lib/edge/http/route";
import { done } from "@/lib/parties/people/account-schema";
import { resetAccountPassword } from "@/lib/parties/people/password/reset-account-password";
import { resetPasswordInput } from "@/lib/parties/people/schema";

export const POST = route({
  operationId: "resetAccountPassword",
  summary: "Choose a new password",
  description:
    "With the token of the mail's link, which works once, for an hour. Every session of the account ends. A link that was " +
    "used or has expired is a 400 on `token`. A second factor is asked for at the next login as before.",
  auth: anyone,
  rate: "login",
  body: resetPasswordInput,
  answers: { 200: { description: "The password is changed", body: done } },
  errors: resetAccountPassword.errors,
  async respond({ body, realNow }) {
    await resetAccountPassword({ input: body, realNow });
    return { success: true, message: "The password is changed. Log in with it." };
  },
});
