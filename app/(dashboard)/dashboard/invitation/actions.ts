"use server";

import { runForAnyone } from "@/app/anyone";
import { validate } from "@/lib/http/body";
import type { Refusal } from "@/lib/http/run-action";
import { acceptInvitation } from "@/lib/team/accept-invitation";
import { acceptInput } from "@/lib/team/schema";

/** Makes the account of somebody who was invited. @returns the address to sign in with. */
export async function joinTeam(typed: unknown): Promise<{ email: string } | Refusal> {
  return runForAnyone(async (_, realNow) => {
    const { email } = await acceptInvitation({ input: validate(acceptInput, typed, "form"), realNow });
    return { email };
  });
}
