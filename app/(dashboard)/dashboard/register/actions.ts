"use server";

import { runForAnyone } from "@/app/anyone";
import { validate } from "@/lib/http/body";
import { fromOf } from "@/lib/http/login-limit";
import type { Refusal } from "@/lib/http/run-action";
import { newDevice } from "@/lib/http/session";
import { registerInput } from "@/lib/users/schema";
import { signUp } from "@/lib/users/sign-up";

/** Asks for a marketplace and its first account: null once the mail is on its way, whether or not the address has one. */
export async function askRegistration(typed: unknown): Promise<Refusal | null> {
  return runForAnyone(async (asked, realNow) => {
    const { marketplaceName, name, email, password } = validate(registerInput, typed, "form");
    const from = fromOf(asked);
    const account = { kind: "marketplace", marketplaceName, name, email, password } as const;
    await signUp({ asked: account, query: "", from: { ...from, device: from.device ?? newDevice() }, realNow });
    return null;
  });
}
