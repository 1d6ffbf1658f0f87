"use server";

import { cookies } from "next/headers";
import { z } from "zod";
import { runForAnyone } from "@/app/anyone";
import type { Refusal } from "@/lib/edge/http/actions/run-action";
import { validate } from "@/lib/edge/http/body";
import { fromOf } from "@/lib/edge/http/login-limit";
import { deviceCookie, newDevice } from "@/lib/edge/http/session";
import { signUpInput } from "@/lib/parties/people/schema";
import { signUp } from "@/lib/parties/people/sign-in/sign-up";
import { authorizationQuery } from "@/lib/sales/oauth/authorization-query";

// As long as an address may be.
const queryInput = z.string().max(16_384);

/** Null once the mail is on its way, whether or not the address has one. `query`: the request to go on with. */
export async function createAccount(typed: unknown, query: unknown): Promise<Refusal | null> {
  return runForAnyone(async (asked, realNow) => {
    const { businessName: name, email, password } = validate(signUpInput, typed, "form");
    const goOn = authorizationQuery(new URLSearchParams(validate(queryInput, query, "form"))).toString();
    const from = fromOf(asked);
    const device = from.device ?? newDevice();
    if (!from.device) (await cookies()).set(deviceCookie().name, device, deviceCookie().options);
    await signUp({
      asked: { kind: "merchant", name, email, password },
      query: goOn,
      from: { ...from, device },
      realNow,
    });
    return null;
  });
}
