import { tenantOf } from "@/lib/kernel/actor";
import type { RealTime } from "@/lib/kernel/time";
import { findStaff, type SignedIn, type Staff } from "@/lib/parties/people/queries";
import type { SignInInput } from "@/lib/parties/people/schema";
import type { From } from "@/lib/parties/people/sign-in/places";
import { signIn } from "@/lib/parties/people/sign-in/sign-in";
import { recordAudit } from "@/lib/platform/audit/record-audit";

/** By page or program; null alike for a wrong password, an unknown address and other kinds of users. */
export async function enterDashboard(call: {
  input: SignInInput;
  code: string | undefined;
  from: From;
  realNow: RealTime;
}): Promise<{ user: SignedIn; staff: Staff } | null> {
  const { realNow } = call;
  const user = await signIn({ kind: "marketplace", ...call });
  const staff = user ? await findStaff(user.id) : undefined;
  if (!user || !staff) return null;
  const { id: userId, role, marketplaceId } = staff;
  // A login belongs to no environment, but every row of the log needs one, and staff begin in test.
  const tenant = tenantOf({ marketplaceId, environment: "test" });
  const actor = { kind: "marketplaceUser", tenant, userId, role } as const;
  await recordAudit({ actor, action: "dashboard.log-in", subjectId: userId, now: realNow });
  return { user, staff };
}
