import { sha256 } from "@/lib/kernel/crypto";
import type { Reply } from "./reply";

/** What an operation declares whose answer can be asked for again by its ETag: the answer, and 304 if it is the same. */
export function revalidated<Answer extends object>(answer: Answer) {
  const headers = {
    "If-None-Match": { description: "The ETag of an earlier answer: if nothing has changed, 304", required: false },
  };
  const notModified = { description: "Not changed since the answer with this ETag", headers: ["ETag"] };
  return { headers, answers: { 200: { ...answer, headers: ["ETag"] }, 304: notModified } };
}

/** 304 without a body where the caller has it already (RFC 9110, section 13). Weak: compressing on the way keeps it. */
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
export function isKnown(tag: string, condition: string | null): boolean {
  if (condition === null) return false;
  if (condition.trim() === "*") return true;
  return [...condition.matchAll(/(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g)].some(([, known]) => known === tag);
}

/**
 * Whether an answer that is kept compressed may be sent so (RFC 9110, section 12.5.3): only past Next, which takes every
 * answer for plain (scripts/server/fast-lane.mjs).
 */
export function takesGzip(headers: Headers): boolean {
  if (!headers.has("x-may-encode")) return false;
  // Without a pattern that looks again and again: a header may be long, and holds up everybody.
  return (headers.get("accept-encoding") ?? "").split(",").some((one) => {
    const [coding = "", weight = "q=1"] = one.split(";", 2).map((part) => part.trim().toLowerCase());
    return coding === "gzip" && weight.startsWith("q=") && Number(weight.slice(2)) > 0;
  });
}

/** If-Match, and the ETag to send next time. `revision`: the field that counts the changes: `revisions.directors`. */
export function replacing<Answer extends object>(revision: string, answer: Answer) {
  const description =
    "The ETag of what you read, or its revision in quotes: if it has changed since, 412 and nothing is saved. Without it, whatever is there is replaced";
  return { headers: { "If-Match": { description, required: false } }, ...adding(revision, answer) };
}

/** What an operation declares that only adds to such a thing: the ETag to send next time. @param revision as there */
export function adding<Answer extends object>(revision: string, answer: Answer) {
  return { answers: { 200: { ...answer, headers: ["ETag"] } }, revision };
}

/** The ETag of an answer that names a revision; of a stored answer too. Strong: `If-Match` compares no others. */
export function revisionTag(reply: Reply, path: string | undefined): { etag?: string } {
  if (path === undefined || reply.status !== 200) return {};
  let found: unknown = typeof reply.text === "string" ? JSON.parse(reply.text) : reply.body;
  for (const name of path.split(".")) found = (found as Record<string, unknown>)[name];
  return { etag: `"${found}"` };
}

/**
 * The revisions a caller names in If-Match (RFC 9110, section 13.1.1), of which one has to be in force; null: whatever is
 * there will do. What is no tag of ours is in force never.
 */
export function namedRevisions(request: Request): readonly number[] | null {
  const condition = request.headers.get("if-match");
  if (condition === null || condition.trim() === "*") return null;
  return [...condition.matchAll(/(?<=^|,)\s*"(\d{1,9})"\s*(?=,|$)/g)].map(([, revision]) => Number(revision));
}
