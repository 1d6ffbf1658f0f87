import { spendRead } from "@/lib/edge/http/page-file";
import { problemResponse, type Reply, toResponse } from "@/lib/edge/http/reply";
import { type Environment, environments, type OperatorUser } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { notFound } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { canBeName } from "@/lib/kernel/validation";
import { requireOperatorFactor } from "@/lib/parties/people/second-factor/second-factor-policy";
import { signedOut } from "@/lib/parties/people/sessions/signed-out";
import { type OperatorPermission, requireOperatorPermission } from "@/lib/terms/users/roles";
import { operatorOf, signedInOperator } from "./operator-action";

type Params = { environment: string; [name: string]: string };
type Reading = {
  operator: OperatorUser & { name: string };
  environment: Environment;
  params: Params;
  realNow: RealTime;
};

/** A route handler of the console's pages, and whom it is for. */
export type ConsoleRoute = ((request: Request, context: { params: Promise<Params> }) => Promise<Response>) & {
  readonly declaration: { permission: OperatorPermission };
};

/** Makes the route handler of a file that a page of the console shows or links to, for every operator who may. */
export function operatorFile(permission: OperatorPermission, read: (call: Reading) => Promise<Reply>): ConsoleRoute {
  const handler = async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    try {
      const realNow = clock.now();
      const account = await signedInOperator(request.headers);
      if (!account) throw signedOut();
      const params = await context.params;
      const environment = environments.find((one) => one === params.environment);
      if (!environment || !Object.values(params).every(canBeName)) throw notFound("resource");
      requireOperatorFactor(account, environment);
      requireOperatorPermission(account.role, permission);
      await spendRead(account.id, realNow);
      const operator = { ...operatorOf(account), name: account.name };
      return toResponse(await read({ operator, environment, params, realNow }), {});
    } catch (error) {
      return problemResponse(error, request);
    }
  };
  return Object.assign(handler, { declaration: { permission } });
}
