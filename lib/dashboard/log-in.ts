import { tenantOf } from "@/lib/actor";
import { recordAudit } from "@/lib/audit/record-audit";
import { dashboardTokens, mintToken } from "@/lib/bearer-tokens";
import { CodedError } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import type { From } from "@/lib/users/places";
import { findStaff } from "@/lib/users/queries";
import type { SignInInput } from "@/lib/users/schema";
import { signIn } from "@/lib/users/sign-in";
import type { LoginAnswer } from "./schema";

/**
 * Logs in a member of a marketplace's staff; other kinds of users are unknown here.
 * @throws CodedError UNAUTHENTICATED, alike and after the same work for a wrong password and an unknown address;
 *   RATE_LIMITED, SERVICE_UNAVAILABLE
 */
export async function logIn(call: { input: SignInInput; from: From; realNow: RealTime }): Promise<LoginAnswer> {
  const { input, from, realNow } = call;
  const known = await signIn({ kind: "marketplace", input, from, realNow });
  const staff = known ? await findStaff(known.id) : undefined;
  if (!known || !staff) {
    throw new CodedError("UNAUTHENTICATED", "The e-mail address or password is wrong.", { challenge: "Bearer" });
  }
  const { id, name, email, role, marketplaceId } = staff;
  // A login belongs to no environment, but every row of the log needs one, and staff begin in test.
  const tenant = tenantOf({ marketplaceId, environment: "test" });
  const actor = { kind: "marketplaceUser", tenant, userId: id, role } as const;
  await recordAudit({ actor, action: "dashboard.log-in", subjectId: id, now: realNow });
  return {
    accessToken: await mintToken(dashboardTokens, id, { epoch: known.sessionEpoch }, realNow),
    tokenType: "Bearer",
    expiresIn: dashboardTokens.seconds,
    user: { id, name, email, role, marketplaceId },
  };
}
