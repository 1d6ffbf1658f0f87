"use server";

import { start } from "@/app/account/session";
import { openMailed, runForAnyone } from "@/app/anyone";
import { startOf } from "@/app/oauth/authorization-page";
import type { Refusal } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { deviceOf } from "@/lib/edge/http/session";
import { confirmMerchant } from "@/lib/parties/people/confirm-merchant";
import { confirmInput } from "@/lib/parties/people/schema";
import { findSignUp } from "@/lib/parties/people/sign-in/confirm-sign-up";

/** Whose sign-up the token of a mail confirms; null once it works no longer. */
export async function openSignUp(typed: unknown): Promise<{ about: { email: string } | null } | Refusal> {
  return openMailed(typed, async (token, realNow) => {
    const asked = await findSignUp("merchant", token, realNow);
    return asked && { email: asked.email };
  });
}

/** `next`: where it goes on, signed in; null where that is only possible in another browser. */
export async function confirmAccount(typed: unknown): Promise<{ email: string; next: string | null } | Refusal> {
  return runForAnyone(async (asked, realNow) => {
    const input = validate(confirmInput, typed, "form");
    const { user, query, sameBrowser } = await confirmMerchant({ input, device: deviceOf(asked), realNow });
    if (query === "") return { email: user.email, next: start };
    return { email: user.email, next: sameBrowser ? startOf(query) : null };
  });
}
