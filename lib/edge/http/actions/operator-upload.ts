import { readBody } from "@/lib/edge/http/body";
import type { Environment, OperatorUser } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import { CodedError } from "@/lib/kernel/errors";
import { parseUrl } from "@/lib/kernel/parse-url";
import type { RealTime } from "@/lib/kernel/time";
import type { OperatorPermission } from "@/lib/terms/users/roles";
import { admitOperator } from "./operator-action";
import type { ConsoleRoute } from "./operator-file";
import { runAction } from "./run-action";

type Upload = {
  operator: OperatorUser;
  environment: Environment;
  names: Record<string, string>;
  search: URLSearchParams;
  bytes: Uint8Array;
  realNow: RealTime;
};

type Params = { environment: string; [name: string]: string };

/**
 * Makes the route handler of a file that a page of the console sends, which is more than an action takes. It answers like
 * one, and to pages of this service alone.
 * @param declared.most bytes
 */
export function operatorUpload<Result>(declared: {
  permission: OperatorPermission;
  most: number;
  take: (upload: Upload) => Promise<Result>;
}): ConsoleRoute {
  const { permission } = declared;
  const handler = async (request: Request, context: { params: Promise<Params> }): Promise<Response> => {
    const answer = await runAction(async () => {
      const realNow = clock.now();
      requireOwnPage(request.headers);
      const { environment: name, ...names } = await context.params;
      const admitted = await admitOperator(request.headers, name, { permission, rate: "write", realNow });
      const bytes = await readBody(request, declared.most);
      return declared.take({ ...admitted, names, search: new URL(request.url).searchParams, bytes, realNow });
    });
    return Response.json(answer, { headers: { "cache-control": "no-store" } });
  };
  return Object.assign(handler, { declaration: { permission } });
}

/** Another site's page may have a browser send what it likes, with the cookies of this one. */
function requireOwnPage(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  const sender = parseUrl(headers.get("origin") ?? "");
  const own = site === null ? sender !== null && sender.host === headers.get("host") : site === "same-origin";
  if (!own) throw new CodedError("UNAUTHENTICATED", "This is sent by the console's own pages alone.");
}
