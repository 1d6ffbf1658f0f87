import { headers } from "next/headers";
import type { z } from "zod";
import { validate } from "@/lib/edge/http/body";
import type { DashboardActor } from "@/lib/edge/http/dashboard-token";
import { type RateClass, rateLimited, spendAllowance } from "@/lib/edge/http/rate-limit";
import { readSession } from "@/lib/edge/http/session";
import { type Environment, environments, mintTenant } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { findStaff, type Staff } from "@/lib/parties/people/queries";
import { requireSecondFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import { type Permission, requirePermission } from "@/lib/terms/users/roles";
import { type Refusal, runAction } from "./run-action";

type ActionCall<I> = { actor: DashboardActor; staff: Staff; input: I; now: BusinessTime; realNow: RealTime };

type Declared<S extends z.ZodType> = {
  /** Unique among the actions; the matrix of tests goes by it. */
  name: string;
  /** `self`: about the account of whoever asks alone, for every role and before a second factor that is still missing. */
  permission: Exclude<Permission, "view"> | "self";
  /** What it does exists in test only. */
  testOnly?: boolean;
  /** By default "write". */
  rate?: RateClass;
  input: S;
};

type DashboardAction<S extends z.ZodType, Result> = ((
  environment: Environment,
  typed: z.input<S>,
) => Promise<Result | Refusal>) & { readonly declaration: Declared<z.ZodType> };

/** In a route's order: session, permission, rate limit, input, verb. Next answers it only to pages of this service. */
export function dashboardAction<S extends z.ZodType, Result>(
  declaration: Declared<S> & { work: (call: ActionCall<z.output<S>>) => Promise<Result> },
): DashboardAction<S, Result> {
  const action = async (environment: Environment, typed: z.input<S>) =>
    runAction(async () => {
      const realNow = clock.now();
      const self = declaration.permission === "self";
      const known = await requireStaff(await headers(), environment, { evenWithoutSecondFactor: self });
      const { actor, staff } = known;
      if (declaration.permission !== "self") requirePermission(actor, declaration.permission);
      if (declaration.testOnly && environment !== "test") throw invalidField("environment", "Exists in test only");
      const allowance = await spendAllowance(declaration.rate ?? "write", staff.id, realNow);
      if (allowance.exceeded) throw rateLimited(allowance);
      const input = validate(declaration.input, typed, "form");
      return declaration.work({ actor, staff, input, now: businessNow(known, realNow), realNow });
    });
  return Object.assign(action, { declaration });
}

type Verb<Input, Result> = ((call: ActionCall<Input>) => Promise<Result>) & {
  readonly permission: Exclude<Permission, "view">;
};

/** The same of a verb that takes what the form sends, and says itself who may. */
export function verbAction<S extends z.ZodType, Result>(
  name: string,
  input: S,
  verb: Verb<z.output<S>, Result>,
  more: Pick<Declared<S>, "testOnly"> = {},
): DashboardAction<S, Result> {
  return dashboardAction({ name, permission: verb.permission, input, work: verb, ...more });
}

export type SignedInStaff = { actor: DashboardActor; staff: Staff };

/** The member of staff whose session a request of a page carries, at work in this environment; null without one. */
export async function signedInStaff(
  given: Headers,
  environment: string,
  { evenWithoutSecondFactor = false } = {},
): Promise<SignedInStaff | null> {
  const session = await readSession(given, "marketplace");
  const staff = session ? await findStaff(session.userId) : undefined;
  if (!staff) return null;
  if (!evenWithoutSecondFactor) requireSecondFactor(staff);
  // An action's arguments come from the browser.
  const known = environments.find((one) => one === environment);
  if (!known) throw invalidField("environment", "Must be test or live");
  const tenant = mintTenant(staff.marketplaceId, known);
  return { actor: { kind: "marketplaceUser", tenant, userId: staff.id, role: staff.role }, staff };
}

/** The same, for what is nobody's without a session. */
export async function requireStaff(...asked: Parameters<typeof signedInStaff>): Promise<SignedInStaff> {
  const known = await signedInStaff(...asked);
  if (!known) throw new CodedError("UNAUTHENTICATED", "You are not signed in any more. Sign in, then try again.");
  return known;
}

/** What the clock of the data set shows that staff look at. */
export function businessNow({ actor, staff }: SignedInStaff, realNow: RealTime): BusinessTime {
  return businessTime(realNow, actor.tenant.environment === "test" ? staff.testClockAhead : 0);
}
