import type { z } from "zod";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import type { BusinessTime, RealTime } from "@/lib/kernel/time";
import type { Authenticator } from "./auth";
import type { RateClass } from "./rate-limit";
import type { Reply } from "./reply";
import type { WireFormat } from "./wire-format";

export type Params = Record<string, string>;
/** As Next passes them: a catch-all is a list. */
export type PathParams = Record<string, string | string[] | undefined>;
export type Call<A, B, Q> = {
  actor: A;
  body: B;
  /** The parsed body with unknown fields, before the schema turns it into `body`. */
  sent: unknown;
  /** The body as it was sent, inflated where it was compressed. */
  bytes: Uint8Array;
  /** With `rawBody`: the same, to be read once. */
  content: AsyncIterable<Uint8Array>;
  query: Q;
  params: Params;
  now: BusinessTime;
  realNow: RealTime;
  request: Request;
};

type Described<B extends z.ZodType, Q extends z.ZodType> = {
  operationId: string;
  summary: string;
  description?: string;
  /** Null: counted by each process for itself, because it must answer without the database. */
  rate: RateClass | null;
  body?: B;
  /** The body's schema in the OpenAPI document, when the verb checks the rest. */
  documentedBody?: z.ZodType;
  /** The end of the path is a credential: it is not logged. */
  secretPath?: boolean;
  /** How the path is logged, when it stands for something else. */
  loggedPath?: (pathname: string) => string;
  /** In bytes, when it is not the usual limit. */
  maxBody?: number;
  /** By default JSON and problem documents. */
  wireFormat?: WireFormat;
  /** The body reaches the handler as a stream, neither parsed nor validated. */
  rawBody?: boolean;
  query?: Q;
  /** The query's schema in the OpenAPI document, when the verb checks it. */
  documentedQuery?: z.ZodType;
  /**
   * Accepts an Idempotency-Key. `nonTransactional`: the work cannot share a transaction with its answer, because it
   * needs several or calls outside parties between them.
   */
  idempotent?: boolean | "nonTransactional";
  headers?: Record<string, { description: string; required: boolean }>;
  /** Where a 201 has put what it made: `{names}` in it are fields of the answer or parameters of the path. */
  location?: string;
  /** The field of the answer whose number is its ETag, as a path (`replacing` in lib/edge/http/etag.ts). */
  revision?: string;
  answers: Record<number, Answer>;
  errors?: readonly ErrorCode[];
};

type Answer = {
  description: string;
  body?: z.ZodType;
  text?: "text/html" | "text/csv" | "application/pdf" | "application/octet-stream";
  headers?: readonly string[];
};

/** The declaration of a route: enough to run it and to describe it in the OpenAPI document. */
export type Declaration<A, B extends z.ZodType, Q extends z.ZodType, P> = Described<B, Q> & {
  auth: Authenticator<A>;
  /**
   * Calls outside parties before the work, which with an Idempotency-Key runs in one transaction. Skipped when an
   * answer is stored for the key. Two requests with one key may both prepare although only one is handled, so it must
   * change nothing here, and its calls must be idempotent (an order has its own key). Its errors are treated as if the
   * work had thrown them. Under its locks, the work checks that the results still apply.
   */
  prepare?: (call: Call<A, z.output<B>, z.output<Q>>) => Promise<P>;
} & Work<Call<A, z.output<B>, z.output<Q>> & { prepared: P }>;

/** `respond` returns the body of the only answer declared; `handle` chooses status and headers, too. */
type Work<C> =
  | { respond: (call: C) => Promise<unknown>; handle?: never }
  | { handle: (call: C) => Promise<Reply>; respond?: never };

/** A route handler with its declaration attached, for the OpenAPI document. */
export type Route = ((request: Request, context: { params: Promise<PathParams> }) => Promise<Response>) & {
  readonly declaration: Described<z.ZodType, z.ZodType> & {
    auth: Pick<Authenticator<never>, "scheme" | "others" | "scope" | "permission" | "environment" | "merchant">;
  };
};
