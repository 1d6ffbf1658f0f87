"use server";

import { choosePasswordOf } from "@/app/forgotten-password";
import type { Refusal } from "@/lib/http/run-action";

/** Replaces the password by the token of a mail. */
export async function choosePassword(typed: unknown): Promise<Refusal | null> {
  return choosePasswordOf("marketplace", typed);
}
