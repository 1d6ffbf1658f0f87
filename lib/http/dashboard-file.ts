import * as clock from "@/lib/clock";
import { notFound } from "@/lib/errors";
import { canBeName } from "@/lib/validation";
import { requireStaff } from "./dashboard-action";
import type { DashboardActor } from "./dashboard-token";
import { rateLimited, spendAllowance } from "./rate-limit";
import { problemResponse, type Reply, toResponse } from "./reply";

type Params = { environment: string; [name: string]: string };

/** Makes the route handler of a file that a page of the dashboard links to, for whoever is signed in. */
export function dashboardFile(read: (call: { actor: DashboardActor; params: Params }) => Promise<Reply>) {
  return async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    try {
      const params = await context.params;
      const known = await requireStaff(request.headers, params.environment);
      const allowance = await spendAllowance("read", known.staff.id, clock.now());
      if (allowance.exceeded) throw rateLimited(allowance);
      if (!Object.values(params).every(canBeName)) throw notFound("resource");
      return toResponse(await read({ actor: known.actor, params }), {});
    } catch (error) {
      return problemResponse(error, request);
    }
  };
}
