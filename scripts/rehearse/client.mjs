import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

/**
 * @typedef {any} Json
 * @typedef {object} Call
 * @property {unknown} [body] sent as JSON; bytes and text as they are
 * @property {Record<string, string>} [headers]
 * @property {boolean} [once] asked once, since asking again would do it again: null where nobody answered
 * @property {readonly string[]} [passes] codes of refusals that say that it has been done already
 */

/** How long a call is repeated while nobody answers, in milliseconds. */
const patience = 300_000;

/** How long a process that did not answer is left out, in milliseconds. */
const outFor = 5_000;

/**
 * Processes that serve alike, each asked in its turn, but for those that have just not answered, as by a load balancer.
 * @param {readonly string[]} addresses
 */
export function inTurn(addresses) {
  /** @type {Map<string, number>} */
  const outUntil = new Map();
  let asked = 0;
  return {
    next() {
      const there = addresses.filter((address) => (outUntil.get(address) ?? 0) <= Date.now());
      const from = there.length > 0 ? there : addresses;
      return from[asked++ % from.length] ?? "";
    },
    /** @param {string} address */
    silent: (address) => void (addresses.length > 1 && outUntil.set(address, Date.now() + outFor)),
    /** How long an answer is waited for, in milliseconds: where another may be asked, not as long. */
    patience: addresses.length > 1 ? 10_000 : 30_000,
  };
}

/** @typedef {string | ReturnType<typeof inTurn>} Address of one process, or of several in turn */

/** How many requests that do something have been answered: how far a rehearsal has come. */
export const acts = {
  count: 0,
  /** Waited for after each: whoever kills the service is not left behind. */
  pace: async () => {},
  /** After how many milliseconds a client hangs up, where it does not wait as long as it could. @type {() => number | undefined} */
  hangUp: () => undefined,
  /** Whether an answer is lost on its way to a client. */
  loses: () => false,
};

/** A refusal, with the code that it has. */
export class Refused extends Error {
  /** @param {string} what @param {number} status @param {Json} problem */
  constructor(what, status, problem) {
    super(`${what}: ${status} ${JSON.stringify(problem)}`);
    this.code = problem?.code;
  }
}

/**
 * Calls the service for one caller, again and again until it is answered: it may be killed at any moment.
 * @param {Address} at
 * @param {() => Promise<string | null>} [logIn] answers a credential; again once that is refused
 */
export function callerAt(at, logIn) {
  const addresses = typeof at === "string" ? inTurn([at]) : at;
  /** @type {string | null | undefined} */
  let credential;

  /** @param {string} method @param {string} path @param {Call} call @param {string} key */
  async function attempt(method, path, { body, headers }, key) {
    if (logIn) credential ??= await logIn();
    const raw = typeof body === "string" || body instanceof Uint8Array;
    const [address, hangUp] = [addresses.next(), acts.hangUp()];
    const response = await fetch(new URL(path, address), {
      method,
      headers: {
        ...(credential ? { authorization: `Bearer ${credential}` } : {}),
        ...(body === undefined || body instanceof Uint8Array ? {} : { "content-type": "application/json" }),
        ...(method === "POST" ? { "idempotency-key": key } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: /** @type {BodyInit} */ (raw ? body : JSON.stringify(body)) }),
      signal: AbortSignal.timeout(hangUp ?? addresses.patience),
    }).catch((error) => {
      if (hangUp === undefined) addresses.silent(address);
      throw error;
    });
    const answer = { status: response.status, text: await response.text() };
    if (acts.loses()) throw new Error("The answer is lost.");
    if (method !== "GET" && response.status < 500) {
      acts.count += 1;
      await acts.pace();
    }
    return answer;
  }

  /** @param {string} method @param {string} path @param {Call} [call] @returns {Promise<Json>} */
  return async function ask(method, path, call = {}) {
    const key = randomUUID();
    let renewed = false;
    for (const end = Date.now() + patience; ; await pause(100)) {
      const answer = await attempt(method, path, call, key).catch(() => null);
      const problem = answer && parsed(answer.text);
      if (answer && answer.status < 300) return problem ?? answer.text;
      if (answer?.status === 401 && logIn && !renewed) {
        renewed = true;
        credential = undefined;
        continue;
      }
      if (call.once && (!answer || answer.status >= 500)) return null;
      const passing =
        !answer || answer.status >= 500 || answer.status === 429 || problem?.code === "IDEMPOTENCY_IN_PROGRESS";
      if (passing && Date.now() < end) continue;
      if (call.passes?.includes(problem?.code)) return null;
      throw new Refused(`${method} ${path}`, answer?.status ?? 0, problem ?? answer?.text);
    }
  };
}

/** @typedef {ReturnType<typeof callerAt>} Caller */

/** @param {string} text @returns {Json} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
