import { type Actor, type Environment, environments, mintTenant } from "@/lib/kernel/actor";
import { dashboardTokens, verifyToken } from "@/lib/kernel/bearer-tokens";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { findStaff } from "@/lib/parties/people/queries";
import { requireSecondFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import { type Permission, requirePermission } from "@/lib/terms/users/roles";
import type { Authenticator } from "./auth";
import { requireBearer } from "./bearer";

export type DashboardActor = Extract<Actor, { kind: "marketplaceUser" }>;

/**
 * Role and marketplace are looked up on every call, so a deleted user is refused, and so is a token from before the
 * user's sessions were ended. Not bound to an environment: live settings can be prepared before the marketplace is
 * live. No other credential is accepted here, and no other operation accepts this one. `environment`: by default test.
 */
export function dashboardToken(
  options: { permission?: Permission; environment?: boolean } = {},
): Authenticator<DashboardActor> {
  return {
    scheme: "dashboardToken",
    environment: options.environment ?? false,
    async authenticate(request, realNow) {
      const token = requireBearer(request.headers, "Send the token of the dashboard's login as Authorization: Bearer.");
      const { subject: userId, claims } = await verifyToken(dashboardTokens, token, realNow);
      const staff = await findStaff(userId);
      if (!staff) throw new CodedError("UNAUTHENTICATED", "The user of this token no longer exists.");
      if (staff.sessionEpoch !== claims.epoch) {
        throw new CodedError("SESSION_ENDED", "The user's sessions have ended since this login. Log in again.");
      }
      requireSecondFactor(staff);
      const environment = options.environment ? environmentOf(new URL(request.url)) : "test";
      const tenant = mintTenant(staff.marketplaceId, environment);
      const actor = { kind: "marketplaceUser", tenant, userId, role: staff.role } as const;
      requirePermission(actor, options.permission ?? "view");
      return { actor, clockAhead: environment === "test" ? staff.testClockAhead : 0 };
    },
  };
}

function environmentOf({ searchParams }: URL): Environment {
  const [given = "test", ...more] = searchParams.getAll("environment");
  const environment = environments.find((one) => one === given);
  if (!environment || more.length > 0) throw invalidField("environment", "Must be test or live, once");
  return environment;
}
