import type { z } from "zod";
import type { Actor } from "@/lib/actor";
import * as clock from "@/lib/clock";
import { type ErrorCode, notFound } from "@/lib/errors";
import { log } from "@/lib/log";
import { type BusinessTime, businessTime, type RealTime } from "@/lib/time";
import type { Authenticator } from "./auth";
import { maxBodyBytes, readBody, validate } from "./body";
import { clientAddress, networkOf } from "./client-address";
import { type Dialect, jsonDialect } from "./dialect";
import { idempotencyKey, once, storedAnswer } from "./idempotency";
import { isStateConflict, toProblem } from "./problem";
import { allowanceHeaders, failurePenalty, type RateClass, rateLimited, spendAllowance } from "./rate-limit";
import { newRequestId, requestIdOf } from "./request-id";
import { takeRequestSeat } from "./request-seat";

/** An answer: status, JSON body or a text or file sent as it is (none of them: no body), and further headers. */
export type Reply = {
  status: number;
  body?: unknown;
  text?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
};

type Params = Record<string, string>;
/** As Next passes them: a catch-all is a list. */
type PathParams = Record<string, string | string[] | undefined>;
type Call<A, B, Q> = {
  actor: A;
  body: B;
  /** The parsed body with unknown fields, before the schema turns it into `body`. */
  sent: unknown;
  /** The body as it was sent. */
  bytes: Uint8Array;
  query: Q;
  params: Params;
  now: BusinessTime;
  realNow: RealTime;
  request: Request;
};

/** What a route takes and answers, as the OpenAPI document shows it. */
type Described<B extends z.ZodType, Q extends z.ZodType> = {
  operationId: string;
  summary: string;
  description?: string;
  /** Null: never limited. */
  rate: RateClass | null;
  body?: B;
  /** The body's schema in the OpenAPI document, when the verb checks the rest. */
  shownBody?: z.ZodType;
  /** The end of the path is a credential: it is not logged. */
  secretPath?: boolean;
  /** In bytes, when it is not the usual limit. */
  maxBody?: number;
  /** By default JSON and problem documents. */
  dialect?: Dialect;
  /** The body reaches the handler as a stream, neither parsed nor validated. */
  rawBody?: boolean;
  query?: Q;
  /** The query's schema in the OpenAPI document, when the verb checks it. */
  shownQuery?: z.ZodType;
  /**
   * Accepts an Idempotency-Key. `apart`: the work cannot share a transaction with its answer, because it needs several
   * or calls outside parties between them.
   */
  idempotent?: boolean | "apart";
  headers?: Record<string, { description: string; required: boolean }>;
  /** Success answers by status. */
  answers: Record<number, Answer>;
  /** Besides those of every such operation. */
  errors?: readonly ErrorCode[];
};

type Answer = {
  description: string;
  body?: z.ZodType;
  text?: "text/html" | "text/csv" | "application/pdf";
  headers?: readonly string[];
};

/** The declaration of a route: enough to run it and to describe it in the OpenAPI document. */
type Declaration<A, B extends z.ZodType, Q extends z.ZodType, P> = Described<B, Q> & {
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
  readonly declaration: Described<z.ZodType, z.ZodType> & { auth: Pick<Authenticator<never>, "scheme" | "scope"> };
};

/**
 * Makes a route handler from a declaration. The order is fixed: authentication, rate limit, a seat, body, `prepare`,
 * then the verb, which checks existence and state. Every answer has X-Request-Id; every failure is a problem document.
 */
export function route<
  A extends Actor | null,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  P = undefined,
>(declaration: Declaration<A, B, Q, P>): Route {
  async function handler(request: Request, context: { params: Promise<PathParams> }): Promise<Response> {
    const started = performance.now();
    const requestId = requestIdOf(request.headers) ?? newRequestId();
    const url = new URL(request.url);
    const run: Run = { requestId, url, headers: {}, actor: null };
    let response: Response;
    try {
      const reply = await answer(declaration, request, await context.params, run);
      response = toResponse(reply, { ...run.headers, "x-request-id": requestId });
    } catch (error) {
      response = await refusal(error, declaration.dialect ?? jsonDialect, request, run);
    } finally {
      run.leaveSeat?.();
    }
    // Monitoring polls health every few seconds: log it at info only when it fails.
    const level = declaration.rate === null && response.status < 400 ? "debug" : "info";
    log[level]("request", {
      requestId,
      method: request.method,
      path: loggedPath(url, declaration),
      operation: declaration.operationId,
      status: response.status,
      ms: Math.round((performance.now() - started) * 10) / 10,
      ...(run.actor
        ? { marketplaceId: run.actor.tenant.marketplaceId, environment: run.actor.tenant.environment }
        : {}),
    });
    return response;
  }
  return Object.assign(handler, { declaration });
}

type Run = {
  requestId: string;
  url: URL;
  headers: Record<string, string>;
  actor: Actor | null;
  leaveSeat?: () => void;
};

/** Paths may have any length. */
function loggedPath({ pathname }: URL, { secretPath = false }: { secretPath?: boolean }): string {
  return secretPath ? pathname.replace(/[^/]*$/, "…") : pathname.slice(0, longestLoggedPath);
}

const longestLoggedPath = 512;

async function answer<A extends Actor | null, B extends z.ZodType, Q extends z.ZodType, P>(
  declaration: Declaration<A, B, Q, P>,
  request: Request,
  pathParams: PathParams | undefined,
  run: Run,
): Promise<Reply> {
  const realNow = clock.now();
  const hasBody = declaration.body !== undefined && !declaration.rawBody;
  const read = () => readBody(request, declaration.maxBody ?? maxBodyBytes);
  const signed = declaration.auth.bodyFirst ? await read() : undefined;
  const { actor, clockAhead } = await declaration.auth.authenticate(request, realNow, signed ?? new Uint8Array());
  run.actor = actor;
  if (declaration.rate) {
    const holder = credentialOf(actor) ?? networkOf(clientAddress(request.headers));
    const allowance = await spendAllowance(declaration.rate, holder, realNow);
    Object.assign(run.headers, allowanceHeaders(allowance));
    if (allowance.exceeded) throw rateLimited(allowance);
  }
  run.leaveSeat = await takeRequestSeat(declaration, actor);
  const params = checkedParams(pathParams);
  const bytes = signed ?? (hasBody ? await read() : new Uint8Array());
  const { parse } = declaration.dialect ?? jsonDialect;
  const sent = hasBody ? parse(bytes, request.headers) : undefined;
  const body = declaration.body && hasBody ? validate(declaration.body, sent, "body") : undefined;
  const query = declaration.query
    ? validate(declaration.query, Object.fromEntries(run.url.searchParams), "query")
    : undefined;
  const now = businessTime(realNow, clockAhead);
  const call = { actor, body, sent, bytes, query, params, now, realNow, request } as Call<A, z.output<B>, z.output<Q>>;

  const prepare = async () => (await declaration.prepare?.(call)) as P;
  const work = async (prepared: P): Promise<Reply> => {
    if (declaration.handle) return declaration.handle({ ...call, prepared });
    const [status] = Object.keys(declaration.answers);
    return { status: Number(status), body: await declaration.respond({ ...call, prepared }) };
  };
  const key = declaration.idempotent && actor ? idempotencyKey(request.headers) : undefined;
  if (!key || !actor) return work(await prepare());
  const apart = declaration.idempotent === "apart";
  const { method } = request;
  // Merchants of one marketplace call the same paths: one must never get another's stored answer.
  const path = actor.kind === "embedToken" ? `${run.url.pathname} ${actor.merchantId}` : run.url.pathname;
  const keyed = { tenant: actor.tenant, method, path, key, body: bytes, realNow, apart };
  const kept = declaration.prepare && (await storedAnswer(keyed));
  if (kept) return replyOf(kept);
  // An error from `prepare` is rethrown while the key is held, so that a conflict is stored like any other.
  const [prepared] = await Promise.allSettled([prepare()]);
  return onceOnly(keyed, () => work(outcomeOf(prepared)), run);
}

function outcomeOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

/** With an Idempotency-Key. A conflict found by the verb is stored like any other answer. */
async function onceOnly(request: Parameters<typeof once>[0], work: () => Promise<Reply>, run: Run): Promise<Reply> {
  const first = await once(request, async () => {
    try {
      const reply = await work();
      return { status: reply.status, body: JSON.stringify(reply.body) };
    } catch (error) {
      if (!isStateConflict(error)) throw error;
      return { status: 409, body: JSON.stringify(toProblem(error, run.requestId)) };
    }
  });
  return replyOf(first);
}

function replyOf({ status, body, replayed }: Awaited<ReturnType<typeof once>>): Reply {
  return {
    status,
    text: body,
    headers: {
      ...(status === 409 ? { "content-type": "application/problem+json" } : {}),
      ...(replayed ? { "idempotency-replayed": "true" } : {}),
    },
  };
}

/** Whose allowance a request uses; without a credential it is the address's. */
function credentialOf(actor: Actor | null): string | undefined {
  if (actor?.kind === "secretKey") return actor.keyId;
  if (actor?.kind === "embedToken") return `embed:${actor.merchantId}`;
  if (actor?.kind === "marketplaceUser") return actor.userId;
  if (actor?.kind === "webhook") return `webhook:${actor.tenant.marketplaceId}/${actor.tenant.environment}`;
  return actor?.kind === "accessToken" ? actor.clientId : undefined;
}

async function refusal(error: unknown, dialect: Dialect, request: Request, run: Run): Promise<Response> {
  const { status, body, headers } = dialect.failure(error, run.requestId);
  if (status >= 500) log.error("request failed", error, { requestId: run.requestId });
  if (status === 401) {
    const penalty = failurePenalty(clientAddress(request.headers), clock.now());
    if (penalty > 0) await new Promise((resolve) => setTimeout(resolve, penalty));
  }
  return toResponse({ status, body, headers }, { ...run.headers, "x-request-id": run.requestId });
}

/** Path parameters that the database can hold; nothing can exist under any others. */
function checkedParams(params: PathParams | undefined): Params {
  const checked: Params = {};
  for (const [name, given] of Object.entries(params ?? {})) {
    const value = typeof given === "string" ? given : (given ?? []).join("/");
    if (value.length > 255 || value.includes("\u0000") || !value.isWellFormed()) throw notFound("resource");
    checked[name] = value;
  }
  return checked;
}

function toResponse(reply: Reply, headers: Record<string, string>): Response {
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

/** The `{ref}` of a path: the merchant's id here or at its marketplace. */
export function refOf(params: Params): string {
  return params.ref ?? "";
}

/** A problem document as a response, for paths without a declaration. */
export function problemResponse(error: unknown, requestId: string): Response {
  return toResponse(jsonDialect.failure(error, requestId), { "x-request-id": requestId });
}
