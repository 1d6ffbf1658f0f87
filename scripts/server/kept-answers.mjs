import { createHash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { pathOf } from "./answers.mjs";
import { publishedPages } from "./areas.mjs";

/**
 * What is the same for everybody as long as the service runs: files, and pages that are published. Made and compressed once,
 * then answered from memory.
 * @typedef {import("node:http").IncomingMessage} Incoming
 * @typedef {import("node:http").ServerResponse} Outgoing
 * @typedef {{ status: number, headers: [string, string][], body: Buffer }} Answer
 * @typedef {{ headers: [string, string][], plain: Buffer, zipped: Buffer | undefined, vary: boolean, etag: string, modified: number }} Kept
 * @typedef {(path: string) => Promise<Answer>} Fetch asks whoever makes pages, without compression
 */

const compress = promisify(gzip);

/** What is worth compressing, as Next's own compression decides. */
const compressible = /^(text\/|application\/(javascript|json|manifest)|image\/svg)/;

/** From so many bytes on, as there. */
const threshold = 1024;

/** Of everything kept, in bytes. A build has some ten million. */
const mostBytes = 64 * 1024 * 1024;

/** What of it is no small file, but weighs as much as so many. The API's own document it keeps itself. */
export const weights = new Map([["/openapi.json", 6]]);

/** Paths that are kept. @param {string} build the folder of Next's build @param {readonly import("./route-table.mjs").Address[]} addresses */
export function keptPaths(build, addresses) {
  const built = join(build, ".next", "static");
  const files = existsSync(built) ? readdirSync(built, { recursive: true, withFileTypes: true }) : [];
  const scripts = files
    .filter((file) => file.isFile())
    .map(({ name, parentPath }) => join("/_next/static", join(parentPath, name).slice(built.length)));
  const published = addresses
    .filter(({ page, route }) => !page && !route)
    .map(({ segments }) => `/${segments.join("/")}`);
  return new Set([
    ...scripts,
    ...published,
    "/icon.svg",
    ...weights.keys(),
    ...publishedPages.map((segments) => `/${segments.join("/")}`),
  ]);
}

/**
 * @param {Fetch} fetch
 * @returns {(incoming: Incoming, outgoing: Outgoing) => Promise<boolean>} whether the request is answered here
 */
export function keepAnswers(fetch) {
  /** @type {Map<string, Promise<Kept | undefined>>} */
  const kept = new Map();
  let bytes = 0;

  /** @param {string} path @returns {Promise<Kept | undefined>} */
  async function make(path) {
    const answer = await fetch(path);
    const made = answer.status === 200 && bytes < mostBytes ? await keep(answer) : undefined;
    bytes += made ? made.plain.length + (made.zipped?.length ?? 0) : 0;
    return made;
  }

  return async (incoming, outgoing) => {
    const path = pathOf(incoming);
    const making = kept.get(path) ?? make(path);
    kept.set(path, making);
    // What could not be made now may be made later.
    const found = await making.catch(() => undefined);
    if (!found) kept.delete(path);
    else send(found, incoming, outgoing);
    return found !== undefined;
  };
}

/** Whether it is one of the paths that is asked for, and not by the router of a page. @param {Incoming} incoming @param {ReadonlySet<string>} paths */
export const isKept = (incoming, paths) =>
  (incoming.method === "GET" || incoming.method === "HEAD") &&
  incoming.headers.rsc === undefined &&
  paths.has(pathOf(incoming));

/** @param {Answer} answer @returns {Promise<Kept | undefined>} undefined where it is not to be kept */
async function keep({ headers: given, body }) {
  const header = new Map(given.map(([name, value]) => [name.toLowerCase(), value]));
  const type = header.get("content-type") ?? "";
  const plain = type.startsWith("text/html") ? withoutScripts(body) : body;
  if (!plain) return undefined;
  const headers = given
    .filter(([name]) => !/^(etag|content-length|vary|x-nextjs-.*)$/i.test(name))
    .map(
      ([name, value]) =>
        /** @type {[string, string]} */ ([name, type.startsWith("text/html") ? policed(name, value) : value]),
    );
  const zipped = compressible.test(type) && plain.length >= threshold ? await compress(plain) : undefined;
  const etag = header.get("etag") ?? `W/"${createHash("sha256").update(plain).digest("base64url").slice(0, 27)}"`;
  return {
    headers,
    plain,
    zipped,
    vary: compressible.test(type),
    etag,
    modified: Date.parse(header.get("last-modified") ?? ""),
  };
}

/**
 * A published page has nothing to do for scripts, whose nonces would be known to whoever reads the page from here.
 * @param {Buffer} body
 * @returns {Buffer | undefined} undefined where parts of the page are put into place by scripts
 */
function withoutScripts(body) {
  const html = body.toString();
  if (/<template |<div hidden(="")? id=/.test(html)) return undefined;
  return Buffer.from(
    html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "").replace(/<link\b[^>]*\bas="script"[^>]*>/g, ""),
  );
}

/** @param {string} name @param {string} value */
function policed(name, value) {
  if (name.toLowerCase() === "content-security-policy") return value.replace(/script-src [^;]*/, "script-src 'none'");
  return name.toLowerCase() === "cache-control" ? "public, max-age=0, must-revalidate" : value;
}

/**
 * RFC 9110, section 12.5.3. Without a pattern that looks again and again: a header may be long, and holds up everybody.
 * @param {string} accepted
 */
function acceptsGzip(accepted) {
  return accepted.split(",").some((one) => {
    const [coding = "", weight = "q=1"] = one.split(";", 2).map((part) => part.trim().toLowerCase());
    return coding === "gzip" && weight.startsWith("q=") && Number(weight.slice(2)) > 0;
  });
}

/** @param {Kept} kept @param {Incoming} incoming @param {Outgoing} outgoing */
function send({ headers, plain, zipped, vary, etag, modified }, { method, headers: asked }, outgoing) {
  const known = isKnown(asked, etag, modified);
  outgoing.statusCode = known ? 304 : 200;
  for (const [name, value] of headers) {
    if (!outgoing.hasHeader(name) && !(known && /^content-(type|encoding)$/i.test(name)))
      outgoing.setHeader(name, value);
  }
  outgoing.setHeader("ETag", etag);
  if (vary) outgoing.setHeader("Vary", "Accept-Encoding");
  if (known) return outgoing.end();
  const fits = zipped && acceptsGzip(String(asked["accept-encoding"] ?? ""));
  const body = fits ? zipped : plain;
  if (fits) outgoing.setHeader("Content-Encoding", "gzip");
  outgoing.setHeader("Content-Length", body.length);
  outgoing.end(method === "HEAD" ? undefined : body);
}

/** RFC 9110, section 13.1: the date counts only where there is no tag. */
function isKnown(
  /** @type {import("node:http").IncomingHttpHeaders} */ asked,
  /** @type {string} */ etag,
  /** @type {number} */ modified,
) {
  const weak = (/** @type {string} */ tag) => tag.trim().replace(/^W\//, "");
  const tags = asked["if-none-match"];
  if (tags !== undefined) return tags.trim() === "*" || tags.split(",").some((tag) => weak(tag) === weak(etag));
  return Date.parse(String(asked["if-modified-since"] ?? "")) >= modified;
}
