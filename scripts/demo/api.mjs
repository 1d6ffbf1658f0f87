import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** How long a call is repeated while nobody answers, in milliseconds: enough for a server to be started again. */
const patience = 60_000;
/** How often an answer that says the fault is the server's own (500) is asked for again. */
const faultAttempts = 3;
const callLimit = 30_000;

/** Why the run as a whole cannot begin or go on, in words for the person who started it. */
export class Halt extends Error {}

/** An answer that is no success, as the service's problem document tells it. */
export class Refusal extends Error {
  constructor({ method, path, status, problem, requestId }) {
    super(problem?.detail ?? problem?.title ?? `The answer was ${status} without a problem document.`);
    this.name = "Refusal";
    Object.assign(this, { method, path, status, requestId });
    this.code = problem?.code ?? null;
    this.title = problem?.title ?? null;
    this.fields = problem?.errors ?? [];
  }

  /** All of it in one line. */
  get line() {
    const fields = this.fields.map(({ field, error }) => `${field}: ${error}`).join("; ");
    const where = `${this.method} ${this.path}${this.requestId ? `, request ${this.requestId}` : ""}`;
    return `${[this.status, this.code].filter(Boolean).join(" ")}: ${this.message}${fields ? ` ${fields}.` : ""} (${where})`;
  }
}

/**
 * A client of the HTTP API that outlives a restart of the server: it repeats what was not answered, and an
 * Idempotency-Key makes sure that a repeated POST is carried out once.
 *
 * @param signal ends every call and every wait.
 * @param concurrency calls under way at once.
 */
export function createApi({ baseUrl, secretKey, signal, concurrency = 8 }) {
  const slots = createSlots(concurrency);

  async function call(method, path, { body, raw, headers = {}, idempotent = false } = {}) {
    const request = {
      method,
      headers: {
        ...(raw ? {} : { authorization: `Bearer ${secretKey}`, accept: "application/json" }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotent ? { "idempotency-key": randomUUID() } : {}),
        ...headers,
      },
      body: raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    };
    const url = new URL(path, baseUrl);
    let downSince;
    let faults = 0;
    for (let attempt = 0; ; attempt++) {
      const answer = await slots(() => exchange(url, request, signal));
      const wait = Math.min(2_000, 100 * 2 ** attempt);
      if (answer.ok) return answer.json;
      if (answer.unreachable || [502, 503, 504].includes(answer.status)) {
        downSince ??= Date.now();
        if (Date.now() - downSince > patience) throw new Halt(stoppedAnswering(baseUrl, answer));
        await pause(wait, undefined, { signal });
        continue;
      }
      downSince = undefined;
      const inProgress = answer.problem?.code === "IDEMPOTENCY_IN_PROGRESS";
      if (answer.status === 429 || inProgress) await pause((answer.retryAfter ?? 1) * 1_000, undefined, { signal });
      else if (answer.status >= 500 && ++faults < faultAttempts) await pause(wait, undefined, { signal });
      else throw new Refusal({ method, path: url.pathname, ...answer });
    }
  }

  return {
    baseUrl,
    get: (path) => call("GET", path),
    put: (path, body) => call("PUT", path, { body }),
    /** @param options.idempotent for the operations that take an Idempotency-Key. */
    post: (path, body = {}, options = {}) => call("POST", path, { body, ...options }),
    /** A body as it is, with the credentials that its headers have. */
    send: (path, raw, headers) => call("POST", path, { raw, headers }),
    /** Bytes to an address that brings its own credential. */
    upload: ({ method, url, headers }, bytes) => call(method, url, { raw: bytes, headers }),
  };
}

const stoppedAnswering = (baseUrl, { unreachable, status }) =>
  `The service at ${baseUrl} has not been answering for ${patience / 1000} s (${unreachable ?? `status ${status}`}).`;

async function exchange(url, request, signal) {
  try {
    const limit = AbortSignal.timeout(callLimit);
    const response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    const text = await response.text();
    const json = parse(text);
    if (response.ok) return { ok: true, json };
    return {
      status: response.status,
      problem: json,
      requestId: json?.requestId ?? response.headers.get("x-request-id"),
      retryAfter: Number(response.headers.get("retry-after")) || undefined,
    };
  } catch (error) {
    signal?.throwIfAborted();
    return { unreachable: error.cause?.code ?? error.cause?.message ?? error.message };
  }
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Runs no more than `limit` pieces of work at once, in the order in which they came. */
function createSlots(limit) {
  const waiting = [];
  let taken = 0;
  return async (work) => {
    if (taken >= limit) await new Promise((go) => waiting.push(go));
    else taken += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else taken -= 1;
    }
  };
}
