"use server";

import { start } from "@/app/account/session";
import { runForAnyone } from "@/app/anyone";
import { startOf } from "@/app/oauth/authorization-page";
import { validate } from "@/lib/http/body";
import type { Refusal } from "@/lib/http/run-action";
import { deviceOf } from "@/lib/http/session";
import { confirmMerchant } from "@/lib/users/confirm-merchant";
import { confirmInput } from "@/lib/users/schema";

/**
 * Makes the account that a mail's link is about. `next`: where it goes on, signed in; null where that is only possible in
 * another browser.
 */
export async function confirmAccount(typed: unknown): Promise<{ email: string; next: string | null } | Refusal> {
  return runForAnyone(async (asked, realNow) => {
    const input = validate(confirmInput, typed, "form");
    const { user, query, sameBrowser } = await confirmMerchant({ input, device: deviceOf(asked), realNow });
    if (query === "") return { email: user.email, next: start };
    return { email: user.email, next: sameBrowser ? startOf(query) : null };
  });
}
