import { randomUUID } from "node:crypto";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { checkAction } from "./actions.mjs";
import { isBelow, programAreas } from "./areas.mjs";
import { findAddress } from "./route-table.mjs";

/**
 * What Next would answer by itself, not as the rest of the service does: with a redirect, a page, nothing at all or, for
 * some requests, with 500 as if the fault were ours. Such a request is turned into one for `/api/nowhere`, where the
 * application refuses it like any other (lib/edge/http/nowhere.ts).
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("node:http").ServerResponse} Response
 * @typedef {{ code: string, detail?: string, allow?: readonly string[] }} Refusal
 * @typedef {import("./route-table.mjs").Address} Address
 * @typedef {import("./actions.mjs").Actions} Actions
 * @typedef {{ addresses: readonly Address[], rest: Address | undefined, actions: Actions | undefined, origins: readonly string[],
 *   dev: boolean }} Known `rest`: whatever else is below /api; `actions`: undefined while pages are being built
 * @typedef {{ address: Address | undefined, names: readonly string[] }} Way `names`: the segments of the path, decoded
 */

const areas = [...programAreas, ["sdk"]];

/**
 * Headers by which the parts of Next talk to each other, and those that a proxy sets and nobody here reads: whoever sends
 * one from outside gets half an answer or none. Parts of files are not served (RFC 9110, section 14.2).
 */
const inner =
  /^(x-(middleware|invoke|nextjs|next|now|matched|prerender|refusal|may-encode)-?|next-resume|if-range$|range$|x-forwarded-(host|port|proto)$)/;
/** Only pages know these. */
const forPages = /^(rsc$|next-)/;
/** What the server of static files takes for its own failure. */
const forFiles = /^if-(match|unmodified-since)$/;

/**
 * Gives a request its id, the sender's own or a new one, so that every answer carries it, whoever answers.
 * @param {Request} request
 * @param {Response} response
 */
export function identify(request, response) {
  const given = String(request.headers["x-request-id"] ?? "");
  const id = /^[\w.:-]{1,128}$/.test(given) ? given : `req_${randomUUID()}`;
  request.headers["x-request-id"] = id;
  response.setHeader("X-Request-Id", id);
}

/**
 * Next would take X-Forwarded-Host for the address of the service; under a name of ours, the sandbox still learns under
 * which name a tunnel was asked (lib/sandbox/test-helpers/require-sandbox.ts).
 * @param {Request} request
 */
function keepAskedHost({ headers }) {
  headers["x-asked-host"] = String(headers["x-forwarded-host"] ?? "");
}

/**
 * Makes of a request what Next can be given.
 * @param {Request} request
 * @param {Known} known
 * @returns {Promise<Way>} where it goes
 */
export async function admit(request, known) {
  keepAskedHost(request);
  drop(request, inner, known.dev);
  const names = namesIn(request);
  /** @param {string} detail @returns {Refusal} */
  const invalid = (detail) => ({ code: "VALIDATION_FAILED", detail });
  const { refusal, address: found } = !hasOneHost(request)
    ? { refusal: invalid("The request must have one Host.") }
    : names
      ? await look(request, names, known)
      : { refusal: invalid("The address of the request does not decode to UTF-8.") };
  if (!refusal) return { address: found, names: names ?? [] };
  const address = names && findAddress(known.addresses, names);
  // The end of some paths is a credential, and this one is logged.
  const shown = address && address !== known.rest ? `/${address.segments.join("/")}` : pathOf(request).slice(0, 200);
  drop(request, forPages);
  request.headers["x-refusal"] = JSON.stringify(refusal);
  request.url = `/api/nowhere/${encodeURIComponent(`${request.method} ${shown}`)}`;
  if (request.method !== "HEAD") request.method = "GET";
  return { address: known.rest, names: ["api", "nowhere"] };
}

/** As RFC 9112, section 3.2 asks; of several, Node takes the first and a proxy perhaps the last. @param {Request} request */
function hasOneHost({ rawHeaders, httpVersion }) {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host").length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
}

/**
 * @param {Request} request
 * @param {RegExp} names
 * @param {boolean} [dev] the development server talks to its pages by such headers
 */
function drop(request, names, dev = false) {
  for (const name of Object.keys(request.headers)) {
    if (names.test(name) && !(dev && name.startsWith("x-nextjs-"))) delete request.headers[name];
  }
}

/**
 * The parts of the path to which a request is directed (RFC 9112, section 3.2); undefined where they do not decode.
 * @param {Request} request
 */
function namesIn(request) {
  const absolute = /^https?:\/\/([^/?#]*)(.*)$/is.exec(request.url ?? "");
  if (absolute) {
    const [, host = "", rest = ""] = absolute;
    // Whoever names the host in the target means that one.
    request.headers.host = host;
    request.url = rest.startsWith("/") ? rest : `/${rest}`;
  }
  const path = pathOf(request);
  if (!path.startsWith("/")) return path === "*" && request.method === "OPTIONS" ? ["*"] : undefined;
  try {
    const names = path.slice(1).split("/").map(decodeURIComponent);
    // A slash at the end makes no difference.
    return names.at(-1) === "" ? names.slice(0, -1) : names;
  } catch {
    return undefined;
  }
}

/** @param {Request} request */
export const pathOf = (request) => (request.url ?? "").split(/[?#]/, 1)[0] ?? "";

/**
 * @param {Request} request
 * @param {readonly string[]} names
 * @param {Known} known
 * @returns {Promise<{ refusal?: Refusal, address?: Address }>}
 */
async function look(request, names, known) {
  const method = request.method ?? "GET";
  const path = pathOf(request);
  /** @param {Refusal} refusal */
  const refused = (refusal) => ({ refusal });
  if (path === "*") return refused({ code: "OPTIONS", allow: ["DELETE", "GET", "HEAD", "PATCH", "POST", "PUT"] });
  const odd = path.includes("\\") || names.some((name) => /^\.{0,2}$/.test(name));
  const address = odd ? undefined : findAddress(known.addresses, names);
  const asked = isApi(names) || (odd && isApi(resolved(path)));
  if (asked && (!address || address === known.rest || (address.route && !isPlain(address, path))))
    return refused({ code: "NOT_FOUND" });
  if (odd) return hidden(request);
  if (address && !address.page) {
    // Served as they are: a redirect would lose what a POST carries, or have it sent twice.
    request.url = path.replace(/\/$/, "") + (request.url ?? "").slice(path.length);
    drop(request, forPages);
    // A route may go by them.
    if (!address.route) drop(request, forFiles);
  }
  if (!address) {
    drop(request, forFiles);
    if (known.dev) return {};
    return ["GET", "HEAD"].includes(method) ? { refusal: treeRefusal(request) } : hidden(request);
  }
  const { methods } = address;
  if (method === "OPTIONS") return refused({ code: "OPTIONS", allow: methods });
  if (!methods.includes(method)) return refused({ code: "METHOD_NOT_ALLOWED", allow: methods });
  return { address, refusal: address.page && !known.dev ? await pageRefusal(request, address.page, known) : undefined };
}

/** @param {readonly string[]} names */
const isApi = (names) => isBelow(areas, names);

/** Whether what an address writes out is written so in the request: Next knows no other way. @param {Address} address @param {string} path */
function isPlain({ segments }, path) {
  const asked = path.slice(1).split("/");
  return segments.every((segment, i) => segment.startsWith("[") || segment === asked[i]);
}

/** What a path with detours amounts to. @param {string} path */
const resolved = (path) => new URL(path.replaceAll(/[/\\]+/g, "/"), "http://localhost").pathname.slice(1).split("/");

/** No page either: Next shows its own for what there is none. @param {Request} request */
function hidden(request) {
  drop(request, forPages);
  request.url = "/nowhere";
  if (request.method !== "HEAD") request.method = "GET";
  return {};
}

/**
 * @param {Request} request
 * @param {string} page
 * @param {Known} known
 * @returns {Promise<Refusal | undefined>}
 */
async function pageRefusal(request, page, known) {
  return request.method === "POST" ? checkAction(request, page, known) : treeRefusal(request);
}

/** Next reads it for what is not there, too. @param {Request} request @returns {Refusal | undefined} */
function treeRefusal(request) {
  try {
    parseAndValidateFlightRouterState(request.headers["next-router-state-tree"]);
    return undefined;
  } catch {
    return { code: "VALIDATION_FAILED", detail: "Next-Router-State-Tree is not one." };
  }
}

/** What went wrong at a start, without what Next puts before it. @param {unknown} error */
export function startFailure(error) {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/^An error occurred while loading.*? hook: /, "");
}
