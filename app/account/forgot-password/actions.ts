"use server";

import { askResetOf } from "@/app/forgotten-password";
import type { Refusal } from "@/lib/edge/http/actions/run-action";

export async function askReset(typed: unknown): Promise<Refusal | null> {
  return askResetOf("merchant", typed);
}
