import { headers } from "next/headers";
import type { z } from "zod";
import { validate } from "@/lib/edge/http/body";
import { type RateClass, rateLimited, spendAllowance } from "@/lib/edge/http/rate-limit";
import { readSession, type Session } from "@/lib/edge/http/session";
import * as clock from "@/lib/kernel/clock";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/kernel/time";
import { atWorkOn, listHeldMerchants, type MerchantUser } from "@/lib/parties/people/account-queries";
import { type Refusal, runAction } from "./run-action";

type Declared<S extends z.ZodType> = {
  /** Unique among the actions of accounts; the matrix of tests goes by it. */
  name: string;
  /** By default "write". */
  rate?: RateClass;
  input: S;
};

type HolderCall<I> = { user: Session; input: I; realNow: RealTime };
type MerchantCall<I> = HolderCall<I> & { actor: MerchantUser; now: BusinessTime };

type Declaring = { readonly declaration: Declared<z.ZodType> };

/** In a route's order: session, rate limit, input, verb. Next answers it only to pages of this service. */
export function accountAction<S extends z.ZodType, Result>(
  declaration: Declared<S> & { work: (call: HolderCall<z.output<S>>) => Promise<Result> },
): ((typed: z.input<S>) => Promise<Result | Refusal>) & Declaring {
  const action = (typed: z.input<S>) =>
    runAction(async () => {
      const { user, realNow } = await admitted(declaration);
      return declaration.work({ user, input: validate(declaration.input, typed, "form"), realNow });
    });
  return Object.assign(action, { declaration });
}

/** The same, about one merchant that the account holds: another's is one that does not exist. */
export function merchantAction<S extends z.ZodType, Result>(
  declaration: Declared<S> & { work: (call: MerchantCall<z.output<S>>) => Promise<Result> },
): ((merchantId: string, typed: z.input<S>) => Promise<Result | Refusal>) & Declaring {
  const action = (merchantId: string, typed: z.input<S>) =>
    runAction(async () => {
      const { user, realNow } = await admitted(declaration);
      const input = validate(declaration.input, typed, "form");
      const merchant = (await listHeldMerchants(user.userId)).find((one) => one.merchantId === merchantId);
      if (!merchant) throw notFound("merchant");
      const now = businessTime(realNow, merchant.clockAhead);
      return declaration.work({ actor: atWorkOn(user.userId, merchant), user, input, now, realNow });
    });
  return Object.assign(action, { declaration });
}

async function admitted({ rate = "write" }: Declared<z.ZodType>): Promise<{ user: Session; realNow: RealTime }> {
  const realNow = clock.now();
  const user = await readSession(await headers(), "merchant");
  if (!user) throw new CodedError("UNAUTHENTICATED", "You are not signed in any more. Sign in, then try again.");
  const allowance = await spendAllowance(rate, user.userId, realNow);
  if (allowance.exceeded) throw rateLimited(allowance);
  return { user, realNow };
}
