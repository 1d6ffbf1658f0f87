import type { z } from "zod";
import { stoppable } from "@/db/stop-work";
import { type Caller, tenantOfCaller } from "@/lib/kernel/actor";
import * as clock from "@/lib/kernel/clock";
import type { ErrorCode } from "@/lib/kernel/error-codes";
import { CodedError, notFound } from "@/lib/kernel/errors";
import { log, withoutSecrets } from "@/lib/kernel/log";
import { strictly } from "@/lib/kernel/strict-schema";
import { businessTime } from "@/lib/kernel/time";
import { inSpan } from "@/lib/kernel/tracing/in-span";
import { canBeName } from "@/lib/kernel/validation";
import { noteRequest } from "@/lib/platform/request-log/note-request";
import { countRefused, spendFor } from "./allowance";
import { bodyOf, maxBodyBytes, readBody, validate } from "./body";
import type { Call, Declaration, Params, PathParams, Route } from "./declaration";
import { revisionTag, unlessKnown } from "./etag";
import { keyedRequest, once, storedAnswer } from "./idempotency";
import { isStateConflict, logFailure, toProblem } from "./problem";
import { allowanceHeaders, rateLimited } from "./rate-limit";
import { type Reply, toResponse } from "./reply";
import { type Deadline, deadlineOf, startDeadline } from "./request-deadline";
import { newRequestId, requestIdOf } from "./request-id";
import { takeRequestSeat } from "./request-seat";
import { jsonFormat } from "./wire-format";

export type { Route } from "./declaration";

/**
 * Order: authentication, rate limit, a seat, body, `prepare`, the verb. All answers have X-Request-Id, and come before their
 * deadline: what is not done by then is answered as such, and goes no further than the statement it is at (`stoppable`).
 */
export function route<
  A extends Caller | null,
  B extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  P = undefined,
>(declared: Declaration<A, B, Q, P>): Route {
  const declaration = takesOperator(declared.auth) ? withStrictBody(declared) : declared;

  function handler(request: Request, context: { params: Promise<PathParams> }): Promise<Response> {
    const requestId = requestIdOf(request.headers) ?? newRequestId();
    // What monitoring asks every few seconds is no story.
    if (declaration.rate === null) return handle(request, context, requestId);
    const about = { name: declaration.operationId, kind: "request" } as const;
    return inSpan(about, async (span) => {
      span?.set({ "mfis.request_id": withoutSecrets(requestId) });
      const response = await handle(request, context, requestId);
      span?.set({ "http.response.status_code": response.status });
      return response;
    });
  }

  async function handle(
    request: Request,
    context: { params: Promise<PathParams> },
    requestId: string,
  ): Promise<Response> {
    const started = performance.now();
    const url = new URL(request.url);
    const deadline = startDeadline(deadlineOf(declaration));
    const run: Run = { requestId, url, headers: { "x-request-id": requestId }, actor: null, deadline };
    let response: Response;
    try {
      const params = await context.params;
      const answered = stoppable((stop) => {
        deadline.passed.catch(stop);
        return answer(declaration, request, params, run);
      }).finally(() => run.leaveSeat?.());
      const reply = await Promise.race([answered, deadline.passed]);
      const known = unlessKnown(reply, declaration.answers, request);
      response = toResponse(known, {
        ...run.headers,
        ...revisionTag(reply, declaration.revision),
        ...(await locationOf(declaration, reply, context)),
      });
    } catch (error) {
      response = await refusal(error, declaration, request, run);
    } finally {
      deadline.end();
    }
    // Monitoring polls health every few seconds: log it at info only when it fails.
    const level = declaration.rate === null && response.status < 400 ? "debug" : "info";
    const { actor, code } = run;
    const tenant = tenantOfCaller(actor);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const { operationId: operation } = declaration;
    const told = { requestId, method: request.method, path: loggedPath(url, declaration), operation };
    log[level]("request", {
      ...told,
      status: response.status,
      ms,
      ...(tenant ? { marketplaceId: tenant.marketplaceId, environment: tenant.environment } : {}),
    });
    if (actor) noteRequest(actor, { ...told, status: response.status, code: code ?? null, durationMs: ms }, clock.now);
    return response;
  }
  return Object.assign(handler, { declaration });
}

/** Operators change limits and money by hand: a field that is not known is a slip, and dropped it would be believed. */
function takesOperator({ scheme, others = [] }: Route["declaration"]["auth"]): boolean {
  return [scheme, ...others].includes("operatorToken");
}

function withStrictBody<A extends Caller | null, B extends z.ZodType, Q extends z.ZodType, P>(
  declared: Declaration<A, B, Q, P>,
): Declaration<A, B, Q, P> {
  const { body, documentedBody } = declared;
  return {
    ...declared,
    ...(body ? { body: strictly(body) } : {}),
    ...(documentedBody ? { documentedBody: strictly(documentedBody) } : {}),
  };
}

type Run = {
  requestId: string;
  url: URL;
  headers: Record<string, string>;
  actor: Caller | null;
  code?: ErrorCode;
  leaveSeat?: () => void;
  deadline: Deadline;
};

/** Paths may have any length. */
function loggedPath({ pathname }: URL, { secretPath, loggedPath }: Route["declaration"]): string {
  if (secretPath) return pathname.replace(/[^/]*$/, "…");
  return (loggedPath?.(pathname) ?? pathname).slice(0, longestLoggedPath);
}

const longestLoggedPath = 512;

async function answer<A extends Caller | null, B extends z.ZodType, Q extends z.ZodType, P>(
  declaration: Declaration<A, B, Q, P>,
  request: Request,
  pathParams: PathParams | undefined,
  run: Run,
): Promise<Reply> {
  const realNow = clock.now();
  const hasBody = declaration.body !== undefined && !declaration.rawBody;
  const limit = declaration.maxBody ?? maxBodyBytes;
  const { deadline } = run;
  const read = () => deadline.sending(readBody(request, limit));
  const signed = declaration.auth.bodyFirst ? await read() : undefined;
  const seen = signed ?? new Uint8Array();
  const { actor, clockAhead } = await declaration.auth.authenticate(request, realNow, seen, pathParams);
  run.actor = actor;
  deadline.check();
  const allowance = await spendFor(declaration, actor, request, realNow);
  Object.assign(run.headers, allowanceHeaders(allowance));
  if (allowance.exceeded) throw rateLimited(allowance);
  run.leaveSeat = await takeRequestSeat(declaration, actor);
  deadline.check();
  const params = checkedParams(pathParams);
  const bytes = signed ?? (hasBody ? await read() : new Uint8Array());
  const { parse } = declaration.wireFormat ?? jsonFormat;
  const sent = hasBody ? parse(bytes, request.headers) : undefined;
  const body = declaration.body && hasBody ? validate(declaration.body, sent, "body") : undefined;
  const query = declaration.query
    ? validate(declaration.query, Object.fromEntries(run.url.searchParams), "query")
    : undefined;
  const now = businessTime(realNow, clockAhead);
  const content = deadline.pieces(bodyOf(request, limit));
  const given = { actor, body, sent, bytes, content, query, params, now, realNow, request };
  const call = given as Call<A, z.output<B>, z.output<Q>>;

  const prepare = async () => (await declaration.prepare?.(call)) as P;
  const work = async (prepared: P): Promise<Reply> => {
    deadline.check();
    if (declaration.handle) return declaration.handle({ ...call, prepared });
    const [status] = Object.keys(declaration.answers);
    return { status: Number(status), body: await declaration.respond({ ...call, prepared }) };
  };
  const keyed = await keyedRequest({ actor, request, operation: declaration, params, sent, bytes, realNow });
  if (!keyed) return work(await prepare());
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

/** The answer to a failure. One that came before the allowance was spent counts against the address it came from. */
async function refusal(
  error: unknown,
  {
    wireFormat = jsonFormat,
    rate,
    operationId,
  }: Pick<Declaration<Caller, z.ZodType, z.ZodType, unknown>, "wireFormat" | "rate" | "operationId">,
  request: Request,
  run: Run,
): Promise<Response> {
  let failure = wireFormat.failure(error, run.requestId);
  run.code = error instanceof CodedError ? error.code : "INTERNAL_ERROR";
  if (failure.status >= 500) logFailure(error, run.requestId);
  if (failure.status === 401 || !run.headers.ratelimit) {
    const { allowance, delay } = countRefused(failure.status, { rate, operationId }, request, clock.now());
    run.headers = { ...allowanceHeaders(allowance), ...run.headers };
    const limited = allowance.exceeded && failure.status !== 401 && failure.status < 500;
    if (limited) failure = wireFormat.failure(rateLimited(allowance), run.requestId);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  }
  return toResponse(failure, run.headers);
}

/** The Location of a 201 (RFC 9110, section 15.3.2), of one that is replayed too. */
async function locationOf(
  { location }: { location?: string },
  reply: Reply,
  context: { params: Promise<PathParams> },
): Promise<Record<string, string>> {
  if (reply.status !== 201 || !location) return {};
  const made = typeof reply.text === "string" ? JSON.parse(reply.text) : reply.body;
  const names: Record<string, unknown> = { ...(await context.params), ...made };
  return { location: location.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(names[name]))) };
}

/** Path parameters that the database can hold; nothing can exist under any others. */
function checkedParams(params: PathParams | undefined): Params {
  const checked: Params = {};
  for (const [name, given] of Object.entries(params ?? {})) {
    const value = typeof given === "string" ? given : (given ?? []).join("/");
    if (!canBeName(value)) throw notFound("resource");
    checked[name] = value;
  }
  return checked;
}

/** The `{ref}` of a path: the merchant's id here or at its marketplace. */
export function refOf(params: Params): string {
  return params.ref ?? "";
}
