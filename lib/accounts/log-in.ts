import { CodedError } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import type { From } from "@/lib/users/places";
import { signIn } from "@/lib/users/sign-in";
import { openSession } from "./open-session";
import type { LogInInput, SessionTokens } from "./schema";

/**
 * Logs a merchant in to their account; other kinds of users are unknown here.
 * @throws CodedError UNAUTHENTICATED, alike and after the same work for a wrong password and an unknown address;
 *   SECOND_FACTOR_REQUIRED, RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function logIn(call: { input: LogInInput; from: From; realNow: RealTime }): Promise<SessionTokens> {
  const { input, from, realNow } = call;
  const user = await signIn({ kind: "merchant", input, code: input.code ?? undefined, from, realNow });
  if (!user) {
    throw new CodedError("UNAUTHENTICATED", "The e-mail address or password is wrong.", { challenge: "Bearer" });
  }
  return openSession({ user, from, deviceName: input.deviceName, realNow });
}
