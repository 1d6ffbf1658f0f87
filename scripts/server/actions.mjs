import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The calls of pages to the server ("server actions"). Next runs one from any page, fetches it from another where that
 * has it, and answers what is not one with 500 and a complaint in the log: here only a sound call gets that far.
 * @typedef {ReadonlyMap<string, readonly string[]>} Actions the pages that have an action, by its id
 * @typedef {import("node:http").IncomingMessage} Request
 * @typedef {import("./answers.mjs").Refusal} Refusal
 */

/** Largest call, in bytes: what Next is told too (next.config.mjs). */
const largest = 32 * 1024;

/** @param {string} build the folder of Next's build @returns {Actions} */
export function readActions(build) {
  const manifest = join(build, ".next", "server", "server-reference-manifest.json");
  if (!existsSync(manifest)) return new Map();
  /** @type {Record<string, { workers: Record<string, unknown> }>} */
  const known = JSON.parse(readFileSync(manifest, "utf8")).node;
  return new Map(Object.entries(known).map(([id, { workers }]) => [id, Object.keys(workers)]));
}

/** @param {string} text @returns {URL | null} null for what is no absolute address; as `lib/kernel/parse-url.ts` */
function addressOf(text) {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** Where our own pages are, as browsers name it: the setting may end with a slash. @param {string} baseUrl */
export function originsOf(baseUrl) {
  const { origin } = addressOf(baseUrl) ?? {};
  return origin ? [origin] : [];
}

/**
 * Why a POST to a page is refused. One that passes has its body put back for Next to read.
 * @param {Request} request
 * @param {string} page
 * @param {{ actions: Actions | undefined, origins: readonly string[] }} known `actions`: undefined while they are not known
 * @returns {Promise<Refusal | undefined>}
 */
export async function checkAction(request, page, { actions, origins }) {
  const { headers } = request;
  const id = headers["next-action"];
  if (id === undefined) return { code: "METHOD_NOT_ALLOWED", allow: ["GET", "HEAD"] };
  if (actions && !actions.get(String(id))?.includes(page)) return { code: "NOT_FOUND" };
  const origin = headers.origin ?? "";
  const address = addressOf(origin);
  const own = origins.includes(origin) || (address !== null && address.host === headers.host);
  if (!own) return { code: "VALIDATION_FAILED", detail: "The Origin is not that of this service." };
  // As React sends arguments without files; a form's own way in needs no pages' scripts, and we have no such form.
  if (headers["content-type"]?.toLowerCase() !== "text/plain;charset=utf-8" || headers["content-encoding"]) {
    return { code: "UNSUPPORTED_MEDIA_TYPE", detail: "The call of a page is JSON, sent as text." };
  }
  const body = await peek(request, largest);
  if (!body) return { code: "BODY_TOO_LARGE", detail: `The body may have at most ${largest} bytes.` };
  return isArguments(body) ? undefined : { code: "MALFORMED_JSON", detail: "The body is not a list of arguments." };
}

/**
 * The body, which stays to be read: put back at once, before the stream notices that it is at its end. Undefined beyond the
 * limit.
 * @param {Request} request
 * @param {number} most in bytes
 * @returns {Promise<Buffer | undefined>}
 */
export function peek(request, most) {
  return new Promise((resolve) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let size = 0;
    const look = () => {
      for (let chunk = request.read(); chunk !== null; chunk = request.read()) {
        chunks.push(chunk);
        size += chunk.length;
      }
      if (size <= most && !request.complete && !request.destroyed) return;
      request.off("readable", look).off("close", look);
      const body = Buffer.concat(chunks);
      if (body.length > 0) request.unshift(body);
      resolve(size > most ? undefined : body);
    };
    request.on("readable", look).on("close", look);
    look();
  });
}

/** Plain values: `$` begins references to further parts, of which there are none. @param {Buffer} body */
function isArguments(body) {
  try {
    const list = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
    return Array.isArray(list) && isPlain(list, 16);
  } catch {
    return false;
  }
}

/** @param {unknown} value @param {number} levels @returns {boolean} */
function isPlain(value, levels) {
  if (typeof value === "string") return !value.startsWith("$") || value.startsWith("$$") || value === "$undefined";
  if (typeof value !== "object" || value === null) return true;
  return (
    levels > 0 && !Object.hasOwn(value, "__proto__") && Object.values(value).every((one) => isPlain(one, levels - 1))
  );
}
