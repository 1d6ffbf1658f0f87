"use server";

import { runForAnyone } from "@/app/anyone";
import { validate } from "@/lib/http/body";
import type { Refusal } from "@/lib/http/run-action";
import { resetPassword } from "@/lib/users/reset-password";
import { resetPasswordInput } from "@/lib/users/schema";

/** Replaces the password of whoever has the mail. */
export async function choosePassword(typed: unknown): Promise<Refusal | null> {
  return runForAnyone(async (_, realNow) => {
    const input = validate(resetPasswordInput, typed, "form");
    await resetPassword({ kind: "marketplace", input, realNow });
    return null;
  });
}
