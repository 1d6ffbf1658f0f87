"use server";

import { headers } from "next/headers";
import { askPhoneCode } from "@/lib/accounts/ask-phone-code";
import { renameAccount } from "@/lib/accounts/rename-account";
import { askPhoneCodeInput, renameAccountInput, verifyPhoneCodeInput } from "@/lib/accounts/schema";
import { verifyPhoneCode } from "@/lib/accounts/verify-phone-code";
import { accountAction } from "@/lib/http/account-action";
import { fromOf } from "@/lib/http/login-limit";

export const renameOwnAccount = accountAction({
  name: "renameOwnAccount",
  input: renameAccountInput,
  work: ({ user, input, realNow }) => renameAccount({ userId: user.userId, input, realNow }),
});

/** Has a code sent to a phone number. */
export const askOwnPhoneCode = accountAction({
  name: "askOwnPhoneCode",
  rate: "login",
  input: askPhoneCodeInput,
  work: async ({ user, input, realNow }) =>
    askPhoneCode({ userId: user.userId, input, from: fromOf(await headers()), realNow }),
});

/** Takes the code: the number is the account's from then on. */
export const verifyOwnPhoneCode = accountAction({
  name: "verifyOwnPhoneCode",
  rate: "login",
  input: verifyPhoneCodeInput,
  work: ({ user, input, realNow }) => verifyPhoneCode({ userId: user.userId, input, realNow }),
});
