import { parseJson } from "./body";
import { problemHeaders, toProblem } from "./problem";

/** What a failure is answered with. */
export type Failure = { status: number; body: unknown; headers: Record<string, string> };

/** How an operation reads bodies and says that something went wrong: JSON and problem documents, or what OAuth asks for. */
export type Dialect = {
  /** Media type of request bodies. */
  mediaType: string;
  parse: (bytes: Uint8Array, headers: Headers) => unknown;
  failure: (error: unknown, requestId: string) => Failure;
};

/** JSON in, RFC 9457 problem documents for what goes wrong. */
export const jsonDialect: Dialect = {
  mediaType: "application/json",
  parse: parseJson,
  failure(error, requestId) {
    const body = toProblem(error, requestId);
    return { status: body.status, body, headers: problemHeaders(error) };
  },
};
