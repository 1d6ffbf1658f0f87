import { anyone } from "@/lib/edge/http/auth";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { addressBody, done } from "@/lib/parties/people/account-schema";
import { resendVerification } from "@/lib/parties/people/sign-in/resend-verification";

export const POST = route({
  operationId: "resendAccountVerification",
  summary: "Have the mail of a sign-up sent again",
  description:
    "Writes to the address once more. The answer is the same for every address; the mail says what is the case. At most " +
    "three mails an hour go to an address for one network.",
  auth: anyone,
  rate: "login",
  body: addressBody,
  answers: { 202: { description: "The mail is on its way", body: done } },
  async respond({ body, realNow, request }) {
    await resendVerification({ input: body, from: fromOf(request.headers), realNow });
    return { success: true, message: "If somebody has signed up with this address, a mail is on its way." };
  },
});
