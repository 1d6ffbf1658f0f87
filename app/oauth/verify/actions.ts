"use server";

import { headers } from "next/headers";
import { startOf } from "@/app/oauth/authorization-page";
import * as clock from "@/lib/clock";
import { validate } from "@/lib/http/body";
import { spendLoginAttempt } from "@/lib/http/login-limit";
import { type Refusal, runAction } from "@/lib/http/run-action";
import { deviceOf } from "@/lib/http/session";
import { confirmMerchant } from "@/lib/users/confirm-merchant";
import { confirmInput } from "@/lib/users/schema";

/**
 * Makes the account that a mail's link is about. `next`: where it goes on, signed in; null where that is only possible in
 * another browser.
 */
export async function confirmAccount(typed: unknown): Promise<{ email: string; next: string | null } | Refusal> {
  return runAction(async () => {
    const realNow = clock.now();
    const asked = await headers();
    await spendLoginAttempt(asked, realNow);
    const input = validate(confirmInput, typed, "form");
    const { user, query, sameBrowser } = await confirmMerchant({ input, device: deviceOf(asked), realNow });
    if (query === "") return { email: user.email, next: "/oauth/login" };
    return { email: user.email, next: sameBrowser ? startOf(query) : null };
  });
}
