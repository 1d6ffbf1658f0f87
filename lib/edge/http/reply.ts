import * as clock from "@/lib/kernel/clock";
import { countRefused } from "./allowance";
import { logFailure } from "./problem";
import { allowanceHeaders } from "./rate-limit";
import { newRequestId, requestIdOf } from "./request-id";
import { jsonFormat } from "./wire-format";

/** An answer: status, JSON body or a text or file sent as it is (none of them: no body), and further headers. */
export type Reply = {
  status: number;
  body?: unknown;
  text?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

/** Further headers come first: a reply's own replace them. */
export function toResponse(reply: Reply, headers: Record<string, string>): Response {
  const text = reply.text ?? (reply.body === undefined ? null : JSON.stringify(reply.body));
  return new Response(text, {
    status: reply.status,
    headers: {
      ...(text === null ? {} : { "content-type": "application/json" }),
      "cache-control": "no-store",
      ...headers,
      ...reply.headers,
    },
  });
}

/** Whose allowance a refusal uses that no operation gives. */
const nothing = { rate: null, operationId: "nothing" } as const;

/** For paths without a declaration. A fault of ours is logged. `spent`: the headers of the allowance, if spent. */
export function problemResponse(error: unknown, request: Request, spent?: Record<string, string>): Response {
  const requestId = requestIdOf(request.headers) ?? newRequestId();
  const failure = jsonFormat.failure(error, requestId);
  if (failure.status >= 500) logFailure(error, requestId);
  const limits = spent ?? allowanceHeaders(countRefused(failure.status, nothing, request, clock.now()).allowance);
  return toResponse(failure, { "x-request-id": requestId, ...limits });
}
