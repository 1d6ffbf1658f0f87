import { accountToken } from "@/lib/edge/http/account-token";
import { route } from "@/lib/edge/http/route";
import { phoneVerified, verifyPhoneCodeInput } from "@/lib/parties/people/account-schema";
import { verifyPhoneCode } from "@/lib/parties/people/phone/verify-phone-code";

export const POST = route({
  operationId: "verifyPhoneCode",
  summary: "Prove a phone number",
  description:
    "Takes the code of the last message: the number is the account's from then on, in the place of any other. A code may be " +
    "typed five times. A wrong one is a 400 on `code`, and so is one that was used or has expired.",
  auth: accountToken,
  rate: "login",
  body: verifyPhoneCodeInput,
  answers: { 200: { description: "Proved", body: phoneVerified } },
  respond: ({ actor, body, realNow }) => verifyPhoneCode({ userId: actor.userId, input: body, realNow }),
});
