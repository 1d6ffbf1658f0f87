import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { businessNow, signedInStaff } from "@/lib/edge/http/actions/dashboard-action";
import { environments } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { canBeName } from "@/lib/kernel/validation";
import { lacksSecondFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import { mayDo, type Permission } from "@/lib/terms/users/roles";

type Params = Promise<{ environment: string; [name: string]: string }>;

/**
 * Who looks at a page of the dashboard, as an actor on the data set that the address names. Without a session the reader
 * is sent to sign in, and then back here; without a second factor that is due, to set one up. An environment that does not
 * exist is a page that does not exist, and so is one of a name that nothing can have.
 */
export async function staffAt(params: Params) {
  const { environment, ...names } = await params;
  const staff = await known(environment);
  if (!Object.values(names).every(isName)) notFound();
  return staff;
}

/** Next gives a page the names in its address as they are written there. */
function isName(written: string): boolean {
  return canBeName(decodeURIComponent(written));
}

const known = cache(async (environment: string) => {
  if (!environments.some((one) => one === environment)) notFound();
  const path = (await headers()).get("x-path") ?? `/dashboard/${environment}`;
  const security = `/dashboard/${environment}/security`;
  const atSecurity = path === security || path.startsWith(`${security}?`);
  // Not the header: a page is rendered in the same request as a server action, which may have set another session.
  const session = new Headers({ cookie: `${await cookies()}` });
  const signedIn = await signedInStaff(session, environment, { evenWithoutSecondFactor: true });
  if (signedIn && !atSecurity && lacksSecondFactor(signedIn.staff)) redirect(security);
  if (!signedIn) redirect(`/dashboard/login?to=${encodeURIComponent(path)}`);
  const { actor, staff } = signedIn;
  const realNow = clock.now();
  return {
    actor,
    environment: actor.tenant.environment,
    staff: { id: staff.id, name: staff.name, email: staff.email, role: staff.role },
    marketplace: { id: staff.marketplaceId, name: staff.marketplaceName, live: staff.liveAt !== null },
    now: businessNow(signedIn, realNow),
    realNow,
    may: (permission: Permission) => mayDo(staff.role, permission),
  };
});
