import { accountToken } from "@/lib/edge/http/account-token";
import { fromOf } from "@/lib/edge/http/login-limit";
import { route } from "@/lib/edge/http/route";
import { askPhoneCodeInput, phoneCodeSent } from "@/lib/parties/people/account-schema";
import { askPhoneCode } from "@/lib/parties/people/phone/ask-phone-code";

export const POST = route({
  operationId: "sendPhoneCode",
  summary: "Send a code to a phone",
  description:
    "Sends six digits by text message, which prove that the account's owner holds the number. They work for five minutes, " +
    "until the next are sent. One message in half a minute, five in an hour and ten in a day: 429 with Retry-After.",
  auth: accountToken,
  rate: "login",
  body: askPhoneCodeInput,
  answers: { 202: { description: "The message is on its way", body: phoneCodeSent } },
  errors: askPhoneCode.errors,
  respond: ({ actor, body, realNow, request }) =>
    askPhoneCode({ userId: actor.userId, input: body, from: fromOf(request.headers), realNow }),
});
