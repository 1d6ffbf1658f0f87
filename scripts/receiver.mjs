import { createHmac } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";
import { listen } from "./ports.mjs";

/**
 * What the bodies of all events have in common.
 * @typedef {object} EventBody
 * @property {string} event
 * @property {string} event_id
 * @property {number} sequence
 * @property {{ marketplace_id: string | null }} [merchant]
 */

/**
 * One delivery as it arrived; without a flaw it is genuine.
 * @template Body
 * @typedef {object} Delivery
 * @property {import("node:http").IncomingHttpHeaders} headers
 * @property {string} body
 * @property {string} eventId as the headers name it
 * @property {Date} receivedAt
 * @property {Body} payload undefined when the body is not JSON, and where nothing is verified
 * @property {string | null} flaw
 */

/** Larger than any event. */
const maxBytes = 1024 * 1024;

/** How old, or how far ahead, a delivery may be, in seconds. */
const tolerance = 300;

/**
 * A marketplace's webhook receiver, on a free port of this machine. It acknowledges what is genuine with 204 and the rest
 * with 401, and keeps everything. A GET of its address says that it is alive.
 * @template {EventBody} [Body=EventBody]
 * @param {object} [options]
 * @param {string} [options.path]
 * @param {readonly string[]} [options.secrets] whole `whsec_…` texts, read at every delivery: the list may grow; without
 *   one nothing is verified
 * @param {(delivery: Delivery<Body>, response: import("node:http").ServerResponse, count: number) => unknown} [options.answer]
 *   answers instead, now or later; `count` deliveries have come by then
 */
export async function startReceiver({ path = "/hooks", secrets, answer = acknowledge } = {}) {
  /** @type {Delivery<Body>[]} */
  const deliveries = [];
  /** The genuine events by merchant, then by id. @type {Map<string, Map<string, Body>>} */
  const genuine = new Map();
  const arrivals = new EventEmitter().setMaxListeners(0);

  /** @param {Delivery<Body>} delivery */
  function keep(delivery) {
    deliveries.push(delivery);
    const merchant = delivery.payload?.merchant?.marketplace_id;
    if (delivery.flaw !== null || !merchant) return;
    const known = genuine.get(merchant) ?? new Map();
    genuine.set(merchant, known.set(delivery.payload.event_id, delivery.payload));
    arrivals.emit(`of ${merchant}`);
  }

  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.url?.split("?")[0] !== path) return response.writeHead(404).end();
    if (request.method === "GET") return response.end();
    if (request.method !== "POST") return response.writeHead(405).end();
    /** @type {Buffer[]} */
    const chunks = [];
    let size = 0;
    request.on("data", (chunk) => {
      size += chunk.length;
      if (size > maxBytes) request.destroy();
      else chunks.push(chunk);
    });
    request.on("end", () => {
      const { headers } = request;
      const body = Buffer.concat(chunks).toString("utf8");
      const payload = secrets && parsed(body);
      const flaw = secrets ? (signatureFlaw(headers, body, secrets) ?? contentFlaw(headers, payload)) : null;
      const delivery = {
        headers,
        body,
        eventId: named(headers, "x-service-event-id"),
        receivedAt: new Date(),
        payload,
        flaw,
      };
      keep(delivery);
      answer(delivery, response, deliveries.length);
    });
  });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });

  /**
   * The genuine events of a merchant, named by the marketplace's own id, each once and in order.
   * @param {string} merchant
   */
  const of = (merchant) =>
    [...(genuine.get(merchant)?.values() ?? [])].sort((one, other) => one.sequence - other.sequence);

  return {
    url: `http://127.0.0.1:${port}${path}`,
    deliveries,
    of,
    forged: () => deliveries.filter(({ flaw }) => flaw !== null),
    /**
     * Waits until the events of a merchant are as wanted. Answers whether they are.
     * @param {string} merchant
     * @param {(events: Body[]) => boolean} areThere
     * @param {number} limit milliseconds
     * @param {AbortSignal} [signal] ends the waiting by its reason
     */
    async until(merchant, areThere, limit, signal) {
      const over = AbortSignal.timeout(limit);
      const ended = signal ? AbortSignal.any([signal, over]) : over;
      while (!areThere(of(merchant))) {
        await once(arrivals, `of ${merchant}`, { signal: ended }).catch(() => signal?.throwIfAborted());
        if (over.aborted) return areThere(of(merchant));
      }
      return true;
    },
    stop: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    },
  };
}

/** @type {(delivery: { flaw: string | null }, response: import("node:http").ServerResponse) => void} */
const acknowledge = ({ flaw }, response) => {
  response.writeHead(flaw === null ? 204 : 401).end();
};

/** @param {string} body */
function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/**
 * Why a delivery is not genuine by both of its signatures, each made with one of the secrets; null when it is.
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {string} body
 * @param {readonly string[]} secrets
 */
function signatureFlaw(headers, body, secrets) {
  const timestamp = named(headers, "x-service-timestamp");
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp || Number.NaN)) <= tolerance)) {
    return `X-Service-Timestamp is missing or more than ${tolerance} s away`;
  }
  const given = named(headers, "x-service-signature").split(",");
  const isMirrored = (/** @type {string} */ secret) =>
    given.includes(`sha256=${createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex")}`);
  if (!secrets.some(isMirrored)) return "X-Service-Signature does not belong to this body";
  const standard = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => [name, named(headers, name)]);
  let flaw = "there is no secret";
  for (const secret of secrets) {
    try {
      new Webhook(secret).verify(body, Object.fromEntries(standard), { jsonParse: false });
      return null;
    } catch (error) {
      flaw = `Standard Webhooks: ${/** @type {Error} */ (error).message}`;
    }
  }
  return flaw;
}

/**
 * @param {import("node:http").IncomingHttpHeaders} headers
 * @param {EventBody | undefined} payload
 */
function contentFlaw(headers, payload) {
  if (typeof payload?.event_id !== "string" || typeof payload.event !== "string") return "the body is not an event";
  const ids = [named(headers, "webhook-id"), named(headers, "x-service-event-id")];
  return ids.every((id) => id === payload.event_id) ? null : "the headers name another event than the body";
}

/** @param {import("node:http").IncomingHttpHeaders} headers @param {string} name */
const named = (headers, name) => String(headers[name] ?? "");
