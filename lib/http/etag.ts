import { sha256 } from "@/lib/crypto";
import type { Reply } from "./reply";

/** What an operation declares whose answer can be asked for again by its ETag: the answer, and 304 if it is the same. */
export function revalidated<Answer extends object>(answer: Answer) {
  const headers = {
    "If-None-Match": { description: "The ETag of an earlier answer: if nothing has changed, 304", required: false },
  };
  const notModified = { description: "Not changed since the answer with this ETag", headers: ["ETag"] };
  return { headers, answers: { 200: { ...answer, headers: ["ETag"] }, 304: notModified } };
}

/**
 * A reply with its ETag; 304 without a body where the caller has it already (RFC 9110, section 13). The tag is weak,
 * since whoever compresses the answer on its way keeps it.
 */
export function unlessKnown(reply: Reply, declared: Readonly<Record<number, unknown>>, request: Request): Reply {
  if (!declared[304] || reply.status !== 200) return reply;
  const text = reply.text ?? JSON.stringify(reply.body);
  const tag = sha256(text).slice(0, 32);
  const headers = {
    ...reply.headers,
    etag: `W/"${tag}"`,
    // Caches of the caller's own may keep it, and ask each time whether it still holds.
    "cache-control": "private, no-cache",
    vary: "Authorization, X-Service-Secret-Key",
  };
  if (!isKnown(tag, request.headers.get("if-none-match"))) return { status: 200, text, headers };
  return { status: 304, headers };
}

/** The weak comparison of RFC 9110, section 8.8.3.2. */
function isKnown(tag: string, condition: string | null): boolean {
  if (condition === null) return false;
  if (condition.trim() === "*") return true;
  return [...condition.matchAll(/(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g)].some(([, known]) => known === tag);
}
