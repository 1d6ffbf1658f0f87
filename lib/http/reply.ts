import { jsonDialect } from "./dialect";

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

/** A problem document as a response, for paths without a declaration. */
export function problemResponse(error: unknown, requestId: string): Response {
  return toResponse(jsonDialect.failure(error, requestId), { "x-request-id": requestId });
}
