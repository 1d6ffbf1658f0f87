"use server";

import { headers } from "next/headers";
import * as clock from "@/lib/clock";
import { validate } from "@/lib/http/body";
import { spendLoginAttempt } from "@/lib/http/login-limit";
import { type Refusal, runAction } from "@/lib/http/run-action";
import { signUpInput } from "@/lib/users/schema";
import { signUp } from "@/lib/users/sign-up";

/** Creates an account; null on success. */
export async function createAccount(typed: unknown): Promise<Refusal | null> {
  return runAction(async () => {
    const realNow = clock.now();
    await spendLoginAttempt(await headers(), realNow);
    await signUp({ input: validate(signUpInput, typed, "form"), realNow });
    return null;
  });
}
