import { type Reply, toResponse } from "@/lib/edge/http/reply";
import type { Route } from "@/lib/edge/http/route";
import { env } from "@/lib/kernel/env";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import type { ConnectFailure } from "@/lib/sales/data-access/failures";
import { isBrowser } from "./bringer";

/** Sends a browser on to a page. No referrer: the address that it comes from holds `code` and `state`. */
export function to(path: string, query: Record<string, string>): Reply {
  const search = new URLSearchParams(query);
  const location = `${env().baseUrl}${path}${search.size > 0 ? `?${search}` : ""}`;
  return { status: 303, headers: { location, "referrer-policy": "no-referrer" } };
}

/** The same operation, but a browser is shown a page for whatever is refused, and never a problem document. */
export function withPages(operation: Route): Route {
  async function handler(...asked: Parameters<Route>): Promise<Response> {
    const answer = await operation(...asked);
    if (answer.status < 400 || !isBrowser(asked[0])) return answer;
    const { code } = await answer.json();
    const { "content-type": _, "www-authenticate": __, ...headers } = Object.fromEntries(answer.headers);
    return toResponse(to("/account/connections/add", { failed: failureOf(code) }), headers);
  }
  return Object.assign(handler, { declaration: operation.declaration });
}

function failureOf(code: ErrorCode): ConnectFailure {
  if (code === "VALIDATION_FAILED") return "NOT_UNDERSTOOD";
  return code === "RATE_LIMITED" ? "TOO_OFTEN" : "NOT_FINISHED";
}
