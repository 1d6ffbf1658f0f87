import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { operatorOf, signedInOperator } from "@/lib/edge/http/actions/operator-action";
import { environments } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { businessTime } from "@/lib/kernel/time";
import { canBeName } from "@/lib/kernel/validation";
import { lacksOperatorFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import { type OperatorPermission, operatorMay } from "@/lib/terms/users/roles";

type Params = Promise<{ environment: string; [name: string]: string }>;

/**
 * Who looks at a page of the console, and at which environment. Without a session the reader is sent to sign in, and then
 * back here; without a second factor, which live data takes, to set one up. An environment or a name that cannot be is a
 * page that does not exist.
 */
export async function operatorAt(params: Params) {
  const { environment, ...names } = await params;
  const known = await knownAt(environment);
  if (!Object.values(names).every((written) => canBeName(decodeURIComponent(written)))) notFound();
  return known;
}

const knownAt = cache(async (given: string) => {
  const environment = environments.find((one) => one === given);
  if (!environment) notFound();
  const path = (await headers()).get("x-path") ?? `/ops/${environment}`;
  const security = `/ops/${environment}/security`;
  // Not the header: a page is rendered in the same request as a server action, which may have set another session.
  const account = await signedInOperator(new Headers({ cookie: `${await cookies()}` }));
  if (!account) redirect(`/ops/login?to=${encodeURIComponent(path)}`);
  const lacksFactor = lacksOperatorFactor(account, environment);
  const atSecurity = path === security || path.startsWith(`${security}?`);
  if (lacksFactor && !atSecurity) redirect(security);
  const { name, email, role } = account;
  const realNow = clock.now();
  return {
    operator: { ...operatorOf(account), name, email },
    environment,
    lacksFactor,
    ...{ realNow, now: businessTime(realNow, 0) },
    may: (permission: OperatorPermission) => operatorMay(role, permission),
  };
});

export type OperatorAt = Awaited<ReturnType<typeof operatorAt>>;
