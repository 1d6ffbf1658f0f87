import { headers } from "next/headers";
import type { z } from "zod";
import { validate } from "@/lib/edge/http/body";
import { type RateClass, rateLimited, spendAllowance } from "@/lib/edge/http/rate-limit";
import { readSession } from "@/lib/edge/http/session";
import { type Environment, environments, type OperatorUser } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { CodedError, invalidField } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { foreignId } from "@/lib/kernel/validation";
import { findOperator, type OperatorAccount } from "@/lib/parties/people/queries";
import { requireOperatorFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import { type OperatorPermission, requireOperatorPermission } from "@/lib/terms/users/roles";
import { type Refusal, runAction } from "./run-action";

type Declared<S extends z.ZodType> = {
  /** Unique among the actions; the matrix of tests goes by it. */
  name: string;
  /** `self`: about the account of whoever asks alone, for every role and before a second factor that is still missing. */
  permission: OperatorPermission | "self";
  /** By default "write". */
  rate?: RateClass;
  input: S;
};

type ActionCall<I> = { operator: OperatorUser; environment: Environment; input: I; realNow: RealTime };

type OperatorAction<S extends z.ZodType, Result> = ((
  environment: Environment,
  typed: z.input<S>,
) => Promise<Result | Refusal>) & { readonly declaration: Declared<z.ZodType> };

/** What operators do in the console, in a route's order: session, permission, rate limit, input, verb. */
export function operatorAction<S extends z.ZodType, Result>(
  declaration: Declared<S> & { work: (call: ActionCall<z.output<S>>) => Promise<Result> },
): OperatorAction<S, Result> {
  const { permission, rate = "write", input: schema, work } = declaration;
  const action = async (given: Environment, typed: z.input<S>) =>
    runAction(async () => {
      const realNow = clock.now();
      const { operator, environment } = await admitOperator(await headers(), given, { permission, rate, realNow });
      const input = validate(schema, typed, "form");
      return work({ operator, environment, input, realNow });
    });
  return Object.assign(action, { declaration });
}

type At = Omit<ActionCall<never>, "input">;
/** A body that is sent with the id of what it is about; one without fields is nothing but that. */
type With<Id, Body> = string extends keyof Body ? Id : Body & Id;
type Sent<S extends z.ZodType, Id> = z.ZodType<With<Id, z.output<S>>, With<Id, z.input<S>>>;

/**
 * Actions about one kind of thing, which `find` has to find in the environment that is looked at: of the other it does not
 * exist. What is found is handed to the verb; what the verb answers stays here.
 */
export function actionsOn<Key extends string, Found>(
  permission: OperatorPermission,
  key: Key,
  find: (environment: Environment, id: string, at: At) => Promise<Found>,
) {
  type About<S extends z.ZodObject> = ActionCall<Omit<z.output<S>, Key>> & Record<Key, string>;
  return <S extends z.ZodObject>(
    name: string,
    body: S,
    verb: (call: About<S> & (Found extends object ? Found : unknown)) => Promise<unknown>,
  ) =>
    operatorAction({
      ...{ name, permission },
      input: body.extend({ [key]: foreignId(64) }) as unknown as Sent<S, Record<Key, string>>,
      work: async ({ input, ...at }) => {
        const { [key]: id = "", ...rest }: Partial<Record<Key, string>> = input;
        const found = await find(at.environment, id, at);
        await verb({ ...found, ...at, [key]: id, input: rest } as Parameters<typeof verb>[0]);
      },
    });
}

type Asked = Pick<Declared<z.ZodType>, "permission"> & { rate: RateClass; realNow: RealTime };

/** Who does something from a page of the console, and in which environment. @throws CodedError for whoever may not */
export async function admitOperator(given: Headers, name: string, { permission, rate, realNow }: Asked) {
  const account = await signedInOperator(given);
  if (!account) {
    throw new CodedError("UNAUTHENTICATED", "You are not signed in any more. Sign in, then try again.");
  }
  // An action's arguments come from the browser.
  const environment = environments.find((one) => one === name);
  if (!environment) throw invalidField("environment", "Must be test or live");
  if (permission !== "self") {
    requireOperatorFactor(account, environment);
    requireOperatorPermission(account.role, permission);
  }
  const allowance = await spendAllowance(rate, account.id, realNow);
  if (allowance.exceeded) throw rateLimited(allowance);
  return { operator: operatorOf(account), environment };
}

/** The operator whose session a request of a page carries; null without one. */
export async function signedInOperator(given: Headers): Promise<OperatorAccount | null> {
  const session = await readSession(given, "operator");
  return (session && (await findOperator(session.userId))) ?? null;
}

export function operatorOf({ id: userId, role }: OperatorAccount): OperatorUser {
  return { kind: "operatorUser", userId, role };
}
