import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/** How long a call is repeated while nobody answers, in milliseconds: enough for a server to be started again. */
const patience = 60_000;
/** How often an answer that says the fault is the server's own (500) is asked for again. */
const faultAttempts = 3;
const callLimit = 30_000;

/**
 * A refusal as the service explains it.
 * @typedef {{ title?: string, detail?: string, code?: string, requestId?: string, errors?: { field: string, error: string }[] }} Problem
 *
 * @typedef {{ kind: "success", json: unknown }
 *   | { kind: "unreachable", why: string }
 *   | { kind: "refusal", status: number, problem?: Problem, requestId: string | null, retryAfter?: number }} Exchange
 *
 * @typedef {object} Call
 * @property {unknown} [body] sent as JSON
 * @property {string | Uint8Array} [raw] sent as it is, without the secret key
 * @property {Record<string, string>} [headers]
 * @property {boolean} [idempotent] for the operations that take an Idempotency-Key
 *
 * @typedef {ReturnType<typeof createApi>} Api
 */

/** Why the run as a whole cannot begin or go on, in words for the person who started it. */
export class Halt extends Error {}

/** An answer that is no success, as the service's problem document tells it. */
export class Refusal extends Error {
  /** @param {{ method: string, path: string, status: number, problem?: Problem, requestId: string | null }} refused */
  constructor({ method, path, status, problem, requestId }) {
    super(problem?.detail ?? problem?.title ?? `The answer was ${status} without a problem document.`);
    this.name = "Refusal";
    this.status = status;
    this.code = problem?.code ?? null;
    const fields = (problem?.errors ?? []).map(({ field, error }) => `${field}: ${error}`).join("; ");
    const where = `${method} ${path}${requestId ? `, request ${requestId}` : ""}`;
    const what = [status, this.code].filter(Boolean).join(" ");
    /** All of it in one line. */
    this.line = `${what}: ${this.message}${fields ? ` ${fields}.` : ""} (${where})`;
  }
}

/**
 * A client of the HTTP API that outlives a restart of the server: it repeats what was not answered, and an
 * Idempotency-Key makes sure that a repeated POST is carried out once.
 * @param {object} options
 * @param {string} options.baseUrl
 * @param {string} options.secretKey
 * @param {AbortSignal} [options.signal] ends every call and every wait
 * @param {number} [options.concurrency] calls under way at once
 */
export function createApi({ baseUrl, secretKey, signal, concurrency = 8 }) {
  const slots = createSlots(concurrency);

  /**
   * @template Answer
   * @param {string} method
   * @param {string} path
   * @param {Call} [options]
   * @returns {Promise<Answer>}
   */
  async function call(method, path, { body, raw, headers = {}, idempotent = false } = {}) {
    /** @type {RequestInit} */
    const request = {
      method,
      headers: {
        ...(raw ? {} : { authorization: `Bearer ${secretKey}`, accept: "application/json" }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(idempotent ? { "idempotency-key": randomUUID() } : {}),
        ...headers,
      },
      body: /** @type {BodyInit | undefined} */ (raw ?? (body === undefined ? undefined : JSON.stringify(body))),
    };
    const url = new URL(path, baseUrl);
    let downSince = 0;
    let faults = 0;
    for (let attempt = 0; ; attempt++) {
      const answer = await slots(() => exchange(url, request, signal));
      if (answer.kind === "success") return /** @type {Answer} */ (answer.json);
      const wait = Math.min(2_000, 100 * 2 ** attempt);
      if (answer.kind === "unreachable" || [502, 503, 504].includes(answer.status)) {
        downSince ||= Date.now();
        if (Date.now() - downSince > patience) throw new Halt(stoppedAnswering(baseUrl, answer));
        await pause(wait, undefined, { signal });
        continue;
      }
      downSince = 0;
      const { status, problem, requestId, retryAfter = 1 } = answer;
      const inProgress = problem?.code === "IDEMPOTENCY_IN_PROGRESS";
      if (status === 429 || inProgress) await pause(retryAfter * 1_000, undefined, { signal });
      else if (status >= 500 && ++faults < faultAttempts) await pause(wait, undefined, { signal });
      else throw new Refusal({ method, path: url.pathname, status, problem, requestId });
    }
  }

  return {
    baseUrl,
    /** @template Answer @param {string} path @returns {Promise<Answer>} */
    get: (path) => call("GET", path),
    /** @template Answer @param {string} path @param {unknown} body @returns {Promise<Answer>} */
    put: (path, body) => call("PUT", path, { body }),
    /**
     * @template Answer
     * @param {string} path
     * @param {unknown} [body]
     * @param {Call} [options]
     * @returns {Promise<Answer>}
     */
    post: (path, body = {}, options = {}) => call("POST", path, { body, ...options }),
    /**
     * A body as it is, with the credentials that its headers have.
     * @template Answer @param {string} path @param {string | Uint8Array} raw @param {Record<string, string>} headers @returns {Promise<Answer>}
     */
    send: (path, raw, headers) => call("POST", path, { raw, headers }),
    /**
     * Bytes to an address that brings its own credential.
     * @param {{ method: string, url: string, headers: Record<string, string> }} where
     * @param {Uint8Array} bytes
     */
    upload: ({ method, url, headers }, bytes) => call(method, url, { raw: bytes, headers }),
  };
}

/** @param {string} baseUrl @param {Exclude<Exchange, { kind: "success" }>} answer */
function stoppedAnswering(baseUrl, answer) {
  const why = answer.kind === "unreachable" ? answer.why : `status ${answer.status}`;
  return `The service at ${baseUrl} has not been answering for ${patience / 1000} s (${why}).`;
}

/**
 * @param {URL} url
 * @param {RequestInit} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<Exchange>}
 */
async function exchange(url, request, signal) {
  try {
    const limit = AbortSignal.timeout(callLimit);
    const response = await fetch(url, { ...request, signal: signal ? AbortSignal.any([signal, limit]) : limit });
    const json = parse(await response.text());
    if (response.ok) return { kind: "success", json };
    return {
      kind: "refusal",
      status: response.status,
      problem: json,
      requestId: json?.requestId ?? response.headers.get("x-request-id"),
      retryAfter: Number(response.headers.get("retry-after")) || undefined,
    };
  } catch (error) {
    signal?.throwIfAborted();
    const { message, cause } = /** @type {Error & { cause?: NodeJS.ErrnoException }} */ (error);
    return { kind: "unreachable", why: cause?.code ?? cause?.message ?? message };
  }
}

/** @param {string} text */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Runs no more than `limit` pieces of work at once, in the order in which they came.
 * @param {number} limit
 */
function createSlots(limit) {
  /** @type {(() => void)[]} */
  const waiting = [];
  let taken = 0;
  /** @template Result @param {() => Promise<Result>} work */
  return async (work) => {
    if (taken >= limit) await /** @type {Promise<void>} */ (new Promise((go) => waiting.push(go)));
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
