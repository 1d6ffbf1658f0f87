"use server";

import { choosePasswordOf, openResetOf } from "@/app/forgotten-password";
import type { Refusal } from "@/lib/edge/http/actions/run-action";

/** Whose password the token of a mail replaces; null once it works no longer. */
export async function openReset(typed: unknown): Promise<{ about: { email: string } | null } | Refusal> {
  return openResetOf("operator", typed);
}

export async function choosePassword(typed: unknown): Promise<Refusal | null> {
  return choosePasswordOf("operator", typed);
}
