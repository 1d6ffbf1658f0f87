import { createServer } from "node:http";
import { flawOf } from "./signature.mjs";

/** Larger than any event; what is longer is nobody's delivery. */
const maxBytes = 1024 * 1024;

/**
 * A webhook receiver on a free port of this machine. It verifies every delivery, acknowledges what is genuine with 204
 * and keeps each event once, whatever number of times it comes. What fails the check gets 401 and is kept aside.
 *
 * @param path the path it listens on; its answer to GET tells another run that this one is alive.
 * @param secrets read at every delivery: the list may grow after the start.
 */
export async function startReceiver({ path, secrets }) {
  const events = new Map();
  const unverified = [];
  const listeners = new Set();
  let duplicates = 0;

  function accept(headers, body) {
    const at = Date.now();
    const flaw = flawOf({ headers, body, secrets, at }) ?? contentFlaw(headers, body);
    if (flaw) {
      unverified.push({ eventId: headers["webhook-id"] ?? null, receivedAt: new Date(at).toISOString(), flaw, body });
      return 401;
    }
    const payload = JSON.parse(body);
    const known = events.get(payload.event_id);
    if (known) {
      known.deliveries += 1;
      duplicates += 1;
      return 204;
    }
    events.set(payload.event_id, { receivedAt: new Date(at).toISOString(), deliveries: 1, payload });
    for (const listener of [...listeners]) listener(payload);
    return 204;
  }

  const server = createServer((request, response) => {
    const reply = (status) => response.writeHead(status).end();
    if (request.url?.split("?")[0] !== path) return reply(404);
    if (request.method === "GET") return reply(200);
    if (request.method !== "POST") return reply(405);
    const chunks = [];
    let size = 0;
    request.on("data", (chunk) => {
      size += chunk.length;
      if (size > maxBytes) request.destroy();
      else chunks.push(chunk);
    });
    request.on("end", () => reply(accept(request.headers, Buffer.concat(chunks).toString("utf8"))));
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });

  return {
    url: `http://127.0.0.1:${server.address().port}${path}`,
    unverified,
    /** Every genuine event once, in the order of arrival: `{receivedAt, deliveries, payload}`. */
    events: () => [...events.values()],
    duplicates: () => duplicates,
    /** The payloads about one merchant, by the marketplace's own id of it, in the merchant's order. */
    of: (id) => payloadsOf(events, id),
    /** Waits until `isThere(payloads of the merchant)`, or for `limit` milliseconds; answers whether it is. */
    until: (id, isThere, limit, signal) =>
      new Promise((resolve, reject) => {
        const end = (settle, value) => {
          clearTimeout(timer);
          listeners.delete(look);
          signal?.removeEventListener("abort", abort);
          settle(value);
        };
        const look = (payload) => {
          if (payload && payload.merchant?.marketplace_id !== id) return;
          if (isThere(payloadsOf(events, id))) end(resolve, true);
        };
        const abort = () => end(reject, signal.reason);
        const timer = setTimeout(() => end(resolve, false), limit);
        if (signal?.aborted) return abort();
        signal?.addEventListener("abort", abort);
        listeners.add(look);
        look();
      }),
    stop: () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      return closed;
    },
  };
}

function contentFlaw(headers, body) {
  let payload;
  try {
    payload = JSON.parse(body);
  } catch {
    return "the body is not JSON";
  }
  if (typeof payload?.event_id !== "string" || typeof payload.event !== "string") return "the body is not an event";
  const named = [headers["webhook-id"], headers["x-service-event-id"]];
  return named.every((id) => id === payload.event_id) ? null : "the headers name another event than the body";
}

function payloadsOf(events, id) {
  const payloads = [...events.values()].map((event) => event.payload);
  return payloads
    .filter((payload) => payload.merchant?.marketplace_id === id)
    .sort((one, other) => one.sequence - other.sequence);
}
