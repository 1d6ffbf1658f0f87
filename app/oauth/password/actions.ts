"use server";

import { headers } from "next/headers";
import { merchantSession } from "@/app/oauth/authorization-page";
import * as clock from "@/lib/clock";
import { CodedError } from "@/lib/errors";
import { validate } from "@/lib/http/body";
import { fromOf, spendLoginAttempt } from "@/lib/http/login-limit";
import { type Refusal, runAction } from "@/lib/http/run-action";
import { changePassword } from "@/lib/users/change-password";
import { changePasswordInput } from "@/lib/users/schema";

/** Changes the password of whoever is signed in, which ends every session: the page signs in again. */
export async function savePassword(typed: unknown): Promise<{ email: string } | Refusal> {
  return runAction(async () => {
    const realNow = clock.now();
    const asked = await headers();
    const session = await merchantSession();
    if (!session) throw new CodedError("UNAUTHENTICATED", "You are not signed in any more. Sign in, then try again.");
    await spendLoginAttempt(asked, realNow);
    const input = validate(changePasswordInput, typed, "form");
    await changePassword({ userId: session.userId, input, from: fromOf(asked), realNow });
    return { email: session.email };
  });
}
