"use server";

import { runForAnyone } from "@/app/anyone";
import { validate } from "@/lib/http/body";
import { fromOf } from "@/lib/http/login-limit";
import type { Refusal } from "@/lib/http/run-action";
import { askPasswordReset } from "@/lib/users/ask-password-reset";
import { addressInput } from "@/lib/users/schema";

/** Has a mail sent to whoever has forgotten the password: null, whether or not the address has an account. */
export async function askReset(typed: unknown): Promise<Refusal | null> {
  return runForAnyone(async (asked, realNow) => {
    const input = validate(addressInput, typed, "form");
    await askPasswordReset({ kind: "marketplace", input, from: fromOf(asked), realNow });
    return null;
  });
}
