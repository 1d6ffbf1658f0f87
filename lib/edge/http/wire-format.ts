import { parseBody } from "./body";
import { problemHeaders, toProblem } from "./problem";

export type Failure = { status: number; body: unknown; headers: Record<string, string> };

/** How an operation reads bodies and reports failures: JSON and problem documents, or the forms of OAuth. */
export type WireFormat = {
  mediaType: string;
  parse: (bytes: Uint8Array, headers: Headers) => unknown;
  failure: (error: unknown, requestId: string) => Failure;
};

/** JSON bodies, and RFC 9457 problem documents for failures. */
export const jsonFormat: WireFormat = {
  mediaType: "application/json",
  parse: parseBody,
  failure(error, requestId) {
    const body = toProblem(error, requestId);
    return { status: body.status, body, headers: problemHeaders(error) };
  },
};
