"use server";

import { runForAnyone } from "@/app/anyone";
import type { Refusal } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { fromOf } from "@/lib/edge/http/login-limit";
import { newDevice } from "@/lib/edge/http/session";
import { registerInput } from "@/lib/parties/people/schema";
import { signUp } from "@/lib/parties/people/sign-in/sign-up";

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
