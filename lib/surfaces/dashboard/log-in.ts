import { dashboardTokens, mintToken } from "@/lib/kernel/bearer-tokens";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { From } from "@/lib/parties/people/sign-in/places";
import { enterDashboard } from "./enter-dashboard";
import type { LoginAnswer, LoginInput } from "./schema";

/** Other kinds of users are unknown here. Wrong password and unknown address are refused alike, after the same work. */
export async function logIn(call: { input: LoginInput; from: From; realNow: RealTime }): Promise<LoginAnswer> {
  const { input, from, realNow } = call;
  const entered = await enterDashboard({ input, code: input.code ?? undefined, from, realNow });
  if (!entered) {
    throw new CodedError("UNAUTHENTICATED", "The e-mail address or password is wrong.", { challenge: "Bearer" });
  }
  const { id, name, email, role, marketplaceId } = entered.staff;
  return {
    accessToken: await mintToken(dashboardTokens, id, { epoch: entered.user.sessionEpoch }, realNow),
    tokenType: "Bearer",
    expiresIn: dashboardTokens.seconds,
    user: { id, name, email, role, marketplaceId },
  };
}
logIn.errors = ["UNAUTHENTICATED", "SECOND_FACTOR_REQUIRED", "SERVICE_UNAVAILABLE"] as const;
