import { createRequire } from "node:module";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import { programHeaders } from "./areas.mjs";

/**
 * Answers requests for routes without Next: the same handlers, given the same request
 * (docs/decisions/027-fast-lane.md).
 * @typedef {import("node:http").IncomingMessage} Incoming
 * @typedef {import("node:http").ServerResponse} Outgoing
 * @typedef {import("./answers.mjs").Way} Way
 * @typedef {import("./lane-bundle.mjs").Lane} Lane
 */

/** @type {(options: { threshold: number }) => (request: Incoming, response: Outgoing, next: () => void) => void} */
const compression = createRequire(import.meta.url)("next/dist/compiled/compression");
// Next's own copy, so that both ways in compress the same. Next sends even a short answer in pieces of unknown length,
// for which no threshold holds.
const compress = compression({ threshold: 1 });

/**
 * @param {Pick<Lane, "routes" | "problemResponse">} lane
 * @param {{ origin: string, report: (error: unknown) => void }} options `origin`: what Next puts in front of the path in a
 *   request's address
 * @returns {(request: Incoming, response: Outgoing, way: Way) => boolean} whether the request is answered here
 */
export function openLane({ routes, problemResponse }, { origin, report }) {
  /** A request as the platform's, most of which is only made when somebody looks at it. */
  class LaneRequest extends NodeRequest {
    /** @override */
    get url() {
      return origin + this.runtime?.node?.req.url;
    }
  }

  return (incoming, outgoing, { address, names }) => {
    const methods = address?.route && routes[address.route];
    if (!methods) return false;
    const { method = "GET" } = incoming;
    const handler = methods[method] ?? (method === "HEAD" ? methods.GET : undefined);
    if (!handler) return false;
    for (const { key, value } of programHeaders) outgoing.setHeader(key, value);
    // A route may have its answer compressed already, which Next would take for plain and compress again.
    incoming.headers["x-may-encode"] = "1";
    showOnlyAdmitted(incoming);
    compress(incoming, outgoing, () => {});
    suitCompression(outgoing);
    const request = new LaneRequest({ req: incoming, res: outgoing });
    const answer = async () => {
      const params = Promise.resolve(paramsOf(address.segments, names));
      await sendNodeResponse(outgoing, await handler(request, { params }));
      // An answer that breaks off is no longer to be mended.
      if (outgoing.errored) report(outgoing.errored);
    };
    answer()
      .catch((error) => {
        if (!outgoing.headersSent) return sendNodeResponse(outgoing, problemResponse(error, request));
        report(error);
        outgoing.destroy(error);
      })
      .catch((error) => {
        report(error);
        outgoing.destroy(error);
      });
    return true;
  };
}

/**
 * What a request's headers are copied from: without what `admit` took away, with what it put there.
 * @param {Incoming} incoming
 */
function showOnlyAdmitted(incoming) {
  /** @type {string[]} */
  const raw = [];
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === "string") raw.push(name, value);
    else for (const one of value ?? []) raw.push(name, one);
  }
  incoming.rawHeaders = raw;
}

/**
 * What compresses knows neither a list of headers nor an end that tells when it is there. A header that the server has
 * set stays as it is, whatever the answer says: as with Next.
 * @param {Outgoing} outgoing
 */
function suitCompression(outgoing) {
  const { writeHead, end } = outgoing;
  outgoing.end = (/** @type {unknown} */ given) => {
    if (typeof given !== "function") return Reflect.apply(end, outgoing, [given]);
    outgoing.once("close", () => given());
    return Reflect.apply(end, outgoing, []);
  };
  outgoing.writeHead = (
    /** @type {number} */ status,
    /** @type {unknown} */ text,
    /** @type {string[]} */ headers = [],
  ) => {
    // Without a text for who says it speaks HTTP/2.0: Node takes that for a request of HTTP/1.1, srvx does not.
    const raw = Array.isArray(text) ? text : headers;
    /** @type {Set<string>} */
    const own = new Set();
    try {
      for (let i = 0; i < raw.length; i += 2) {
        const [name = "", value = ""] = raw.slice(i, i + 2);
        if (!own.has(name) && outgoing.hasHeader(name)) continue;
        own.add(name);
        outgoing.appendHeader(name, value);
      }
    } catch (error) {
      // Some value is none: what says so in its place has headers of its own.
      for (const name of own) outgoing.removeHeader(name);
      throw error;
    }
    return Reflect.apply(writeHead, outgoing, [status]);
  };
}

/**
 * @param {readonly string[]} segments
 * @param {readonly string[]} names
 */
function paramsOf(segments, names) {
  /** @type {import("./lane-bundle.mjs").Params} */
  const params = {};
  segments.forEach((segment, i) => {
    if (segment.startsWith("[...")) params[segment.slice(4, -1)] = names.slice(i);
    else if (segment.startsWith("[")) params[segment.slice(1, -1)] = names[i] ?? "";
  });
  return params;
}
