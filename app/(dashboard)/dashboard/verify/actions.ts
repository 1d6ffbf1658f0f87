"use server";

import { runForAnyone } from "@/app/anyone";
import { validate } from "@/lib/http/body";
import type { Refusal } from "@/lib/http/run-action";
import { confirmRegistration } from "@/lib/registration/confirm-registration";
import { confirmInput } from "@/lib/users/schema";

/** Makes the marketplace that a mail's link is about. @returns the address to sign in with. */
export async function openMarketplace(typed: unknown): Promise<{ email: string } | Refusal> {
  return runForAnyone(async (_, realNow) => {
    const { email } = await confirmRegistration({ input: validate(confirmInput, typed, "form"), realNow });
    return { email };
  });
}
