"use server";

import { headers } from "next/headers";
import { accountAction } from "@/lib/edge/http/actions/account-action";
import { fromOf } from "@/lib/edge/http/login-limit";
import { askPhoneCodeInput, renameAccountInput, verifyPhoneCodeInput } from "@/lib/parties/people/account-schema";
import { askPhoneCode } from "@/lib/parties/people/phone/ask-phone-code";
import { verifyPhoneCode } from "@/lib/parties/people/phone/verify-phone-code";
import { renameAccount } from "@/lib/parties/people/rename-account";

export const renameOwnAccount = accountAction({
  name: "renameOwnAccount",
  input: renameAccountInput,
  work: ({ user, input, realNow }) => renameAccount({ userId: user.userId, input, realNow }),
});

export const askOwnPhoneCode = accountAction({
  name: "askOwnPhoneCode",
  rate: "login",
  input: askPhoneCodeInput,
  work: async ({ user, input, realNow }) =>
    askPhoneCode({ userId: user.userId, input, from: fromOf(await headers()), realNow }),
});

export const verifyOwnPhoneCode = accountAction({
  name: "verifyOwnPhoneCode",
  rate: "login",
  input: verifyPhoneCodeInput,
  work: ({ user, input, realNow }) => verifyPhoneCode({ userId: user.userId, input, realNow }),
});
