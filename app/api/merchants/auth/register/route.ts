import { anyone } from "@/lib/edge/http/auth";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { newDevice } from "@/lib/edge/http/session";
import { done } from "@/lib/parties/people/account-schema";
import { signUpInput } from "@/lib/parties/people/schema";
import { signUp } from "@/lib/parties/people/sign-in/sign-up";

export const POST = route({
  operationId: "registerAccount",
  summary: "Sign up",
  description:
    "Writes to the address how to confirm it; the account is made by `verify-email`. The answer is the same whether or not " +
    "the address has an account: then its owner is told by mail. Asked again, it writes again, at most three times an hour.",
  auth: anyone,
  rate: "login",
  body: signUpInput,
  answers: { 202: { description: "The mail is on its way", body: done } },
  errors: signUp.errors,
  async respond({ body, realNow, request }) {
    const { businessName: name, email, password } = body;
    const from = fromOf(request.headers);
    const asked = { kind: "merchant", name, email, password } as const;
    await signUp({ asked, query: "", from: { ...from, device: from.device ?? newDevice() }, realNow });
    return { success: true, message: "Check your e-mail: it has a link to confirm your address." };
  },
});
