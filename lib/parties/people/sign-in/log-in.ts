import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { LogInInput, SessionTokens } from "@/lib/parties/people/account-schema";
import { openSession } from "@/lib/parties/people/sessions/open-session";
import type { From } from "./places";
import { signIn } from "./sign-in";

/** A wrong password and an unknown address are refused alike and after the same work. */
export async function logIn(call: { input: LogInInput; from: From; realNow: RealTime }): Promise<SessionTokens> {
  const { input, from, realNow } = call;
  const user = await signIn({ kind: "merchant", input, code: input.code ?? undefined, from, realNow });
  if (!user) {
    throw new CodedError("UNAUTHENTICATED", "The e-mail address or password is wrong.", { challenge: "Bearer" });
  }
  return openSession({ user, from, deviceName: input.deviceName, realNow });
}
logIn.errors = ["UNAUTHENTICATED", "SECOND_FACTOR_REQUIRED", "SERVICE_UNAVAILABLE"] as const;
