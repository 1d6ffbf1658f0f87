import { anyone } from "@/lib/edge/http/auth";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { addressBody, done } from "@/lib/parties/people/account-schema";
import { askPasswordReset } from "@/lib/parties/people/password/ask-password-reset";

export const POST = route({
  operationId: "forgotAccountPassword",
  summary: "Ask for another password",
  description:
    "Writes to the address a link to choose another password. The answer is the same for every address; one without an " +
    "account is told so by mail. At most three mails an hour go to an address for one network.",
  auth: anyone,
  rate: "login",
  body: addressBody,
  answers: { 202: { description: "The mail is on its way", body: done } },
  async respond({ body, realNow, request }) {
    await askPasswordReset({ kind: "merchant", input: body, from: fromOf(request.headers), realNow });
    return { success: true, message: "Check your e-mail: it has a link to choose a new password." };
  },
});
