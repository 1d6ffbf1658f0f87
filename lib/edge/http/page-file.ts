import * as clock from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { canBeName } from "@/lib/kernel/validation";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import { type Held, type Holding, holderOfLoan, readHolding } from "@/lib/surfaces/account/loans/holding";
import { requireStaff } from "./actions/dashboard-action";
import type { DashboardActor } from "./dashboard-token";
import { rateLimited, spendAllowance } from "./rate-limit";
import { problemResponse, type Reply, toResponse } from "./reply";
import { readSession } from "./session";

type Params = { environment: string; [name: string]: string };

/** Makes the route handler of a file that a page of the dashboard links to, for whoever is signed in. */
export function dashboardFile(read: (call: { actor: DashboardActor; params: Params }) => Promise<Reply>) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    try {
      const params = await context.params;
      const known = await requireStaff(request.headers, params.environment);
      await spendRead(known.staff.id, clock.now());
      if (!Object.values(params).every(canBeName)) throw notFound("resource");
      return toResponse(await read({ actor: known.actor, params }), {});
    } catch (error) {
      return problemResponse(error, request);
    }
  };
}

/** The same of a file about a loan, that a page of a merchant's account links to: of a loan which the account holds. */
export function loanFile<P extends { loanId: string }>(read: (call: Held & P) => Promise<Reply>) {
  return async (request: Request, context: { params: Promise<P> }): Promise<Response> => {
    try {
      const realNow = clock.now();
      const holding = await requireHolding(request.headers, realNow);
      await spendRead(holding.userId, realNow);
      const params = await context.params;
      if (!Object.values(params).every(canBeName)) throw notFound("resource");
      return toResponse(await read({ ...(await holderOfLoan(holding, params.loanId)), ...params }), {});
    } catch (error) {
      return problemResponse(error, request);
    }
  };
}

export async function requireHolding(headers: Headers, realNow: RealTime): Promise<Holding> {
  const user = await readSession(headers, "merchant");
  if (!user) throw signedOut();
  return readHolding(user.userId, realNow);
}

export async function spendRead(userId: string, realNow: RealTime): Promise<void> {
  const allowance = await spendAllowance("read", userId, realNow);
  if (allowance.exceeded) throw rateLimited(allowance);
}
