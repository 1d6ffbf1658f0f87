"use server";

import { openMailed, runForAnyone } from "@/app/anyone";
import type { Refusal } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { confirmInput } from "@/lib/parties/people/schema";
import { findSignUp } from "@/lib/parties/people/sign-in/confirm-sign-up";
import { confirmRegistration } from "@/lib/parties/team/confirm-registration";

type Registration = { marketplaceName: string; email: string };

/** The registration that the token of a mail confirms; null once it works no longer. */
export async function openRegistration(typed: unknown): Promise<{ about: Registration | null } | Refusal> {
  return openMailed(typed, async (token, realNow) => {
    const asked = await findSignUp("marketplace", token, realNow);
    return asked && { marketplaceName: asked.marketplaceName ?? "", email: asked.email };
  });
}

export async function openMarketplace(typed: unknown): Promise<{ email: string } | Refusal> {
  return runForAnyone(async (_, realNow) => {
    const { email } = await confirmRegistration({ input: validate(confirmInput, typed, "form"), realNow });
    return { email };
  });
}
