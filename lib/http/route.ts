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

/** An answer: status, JSON body or a text that is sent as it is (neither: no body), and headers beyond the usual ones. */
export type Reply = { status: number; body?: unknown; text?: string; headers?: Record<string, string> };

type Params = Record<string, string>;
/** As Next hands them over: a catch-all is a list. */
type PathParams = Record<string, string | string[] | undefined>;
type Call<A, B, Q> = {
  actor: A;
  body: B;
  /** The body as parsed, unknown fields too: `body` is what the schema makes of it. Undefined where none is read. */
  sent: unknown;
  /** The body as it was sent. */
  bytes: Uint8Array;
  query: Q;
  params: Params;
  /** Business time: that of the actor's tenant, which the sandbox can move. For everything that is not a credential. */
  now: BusinessTime;
  /** Real time: how long a credential, an upload or an overlap lasts goes by this one. */
  realNow: RealTime;
  request: Request;
};

type TextType = "text/html" | "text/csv";

/** What a route says of itself: enough to run it, and to describe it in the OpenAPI document. */
export type Declaration<A, B extends z.ZodType, Q extends z.ZodType, P = undefined> = {
  operationId: string;
  summary: string;
  description?: string;
  auth: Authenticator<A>;
  /** Which allowance a request uses; null for operations that are never limited (health). */
  rate: RateClass | null;
  body?: B;
  /** What the OpenAPI document shows of the body, where the route checks less or nothing and the verb the rest. */
  shownBody?: z.ZodType;
  /** Largest body in bytes, where it is not the usual. */
  maxBody?: number;
  /** How bodies are read and failures told, where it is not JSON and problem documents. */
  dialect?: Dialect;
  /** JSON bodies are parsed and validated; `raw` ones reach the handler as a stream. */
  rawBody?: boolean;
  query?: Q;
  /** What the OpenAPI document shows of a query that the handler checks itself. */
  shownQuery?: z.ZodType;
  /**
   * Accepts an Idempotency-Key. `apart`: the work cannot sit in one transaction with its answer, being many, or asking outside
   * parties between them.
   */
  idempotent?: boolean | "apart";
  /** Headers it takes beyond the usual ones, by name. */
  headers?: Record<string, { description: string; required: boolean }>;
  /** Success answers by status: with a JSON body, or a text of some type, or nothing. */
  answers: Record<number, { description: string; body?: z.ZodType; text?: TextType; headers?: readonly string[] }>;
  /** Coded errors beyond the ones every such operation can answer with. */
  errors?: readonly ErrorCode[];
  /**
   * Asks outside parties what `handle` has to know, outside any transaction: with an Idempotency-Key all of `handle` is in
   * one. A key whose answer is kept is answered without it. Two requests with one key may both prepare, and only one of them is
   * handled: so it changes nothing here, and at the other party nothing that asking twice would change twice (an order carries
   * a key of its own). What it throws is the outcome of the request, kept or not as if `handle` had thrown it. `handle` checks
   * under its locks that what was learned still fits what it finds.
   */
  prepare?: (call: Call<A, z.output<B>, z.output<Q>>) => Promise<P>;
  handle: (call: Call<A, z.output<B>, z.output<Q>> & { prepared: P }) => Promise<Reply>;
};

/** A route handler with its declaration attached, for the OpenAPI document. */
export type Route = ((request: Request, context: { params: Promise<PathParams> }) => Promise<Response>) & {
  // biome-ignore format: one line says it
  readonly declaration: Omit<Declaration<never, z.ZodType, z.ZodType>, "prepare" | "handle" | "auth"> & { auth: Pick<Authenticator<never>, "scheme" | "scope"> };
};

/**
 * Makes a route handler of a declaration. The order is fixed: authentication, rate, body, what is to be prepared, then the
 * verb, which checks existence and state; only a signature over the body has the body read (not looked into) before it. Every answer carries
 * X-Request-Id; every failure is a problem document and one log line.
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
    }
    // Health is asked every few seconds by whoever watches: worth a line only when it is bad.
    const level = declaration.rate === null && response.status < 400 ? "debug" : "info";
    log[level]("request", {
      requestId,
      method: request.method,
      path: url.pathname.slice(0, longestLoggedPath),
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

/** What is known of a request while it runs, whatever becomes of it. */
type Run = { requestId: string; url: URL; headers: Record<string, string>; actor: Actor | null };

/** Anybody may send an address of any length; the log keeps this much. */
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

  const key = declaration.idempotent && actor ? idempotencyKey(request.headers) : undefined;
  const prepare = async () => (await declaration.prepare?.(call)) as P;
  if (!key || !actor) return declaration.handle({ ...call, prepared: await prepare() });
  const apart = declaration.idempotent === "apart";
  const { method } = request;
  // Merchants of one marketplace call the same addresses: what one of them did is never another's answer.
  const path = actor.kind === "embedToken" ? `${run.url.pathname} ${actor.merchantId}` : run.url.pathname;
  const keyed = { tenant: actor.tenant, method, path, key, body: bytes, realNow, apart };
  const kept = declaration.prepare && (await storedAnswer(keyed));
  if (kept) return replyOf(kept);
  // What was thrown while preparing is thrown again where the key is held: a conflict is then kept like any other.
  const [prepared] = await Promise.allSettled([prepare()]);
  return onceOnly(keyed, () => declaration.handle({ ...call, prepared: outcomeOf(prepared) }), run);
}

function outcomeOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}

/** Answers a request that carries an Idempotency-Key. A conflict that the verb found is an answer like any other. */
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

/** What an allowance belongs to: the credential, or nothing but the address where there is none. */
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

/** Path parameters as the database can hold them; anything else names nothing that exists. */
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

/** A problem document as a response, for the addresses that no declaration serves. */
export function problemResponse(error: unknown, requestId: string): Response {
  return toResponse(jsonDialect.failure(error, requestId), { "x-request-id": requestId });
}
