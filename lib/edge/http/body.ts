import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { z } from "zod";
import { CodedError } from "@/lib/kernel/errors";
import { fieldErrors, parseInput, plainWords } from "@/lib/kernel/validation";

/** Largest JSON body, in bytes. */
export const maxBodyBytes = 1024 * 1024;

/** The only coding of bodies besides none (RFC 9110, section 8.4.1.3). */
const coding = "gzip";

/**
 * A body as it was before it was compressed, to be read once. It may have at most `limit` bytes, compressed or not: a
 * sender that lies about its length is cut off, and what is compressed too well is never held as a whole.
 */
export async function* bodyOf(request: Request, limit: number): AsyncGenerator<Uint8Array, void> {
  const given = request.headers.get("content-encoding")?.trim().toLowerCase() || "identity";
  const zipped = given === coding || given === "x-gzip";
  if (!zipped && given !== "identity") throw unknownCoding(given);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return;
  try {
    const sent = within(limit, request.body);
    yield* zipped ? within(limit, inflated(sent)) : sent;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ECONNRESET") throw new CodedError("MALFORMED_JSON", "The body ended before it was complete.");
    if (code.startsWith("Z_")) throw new CodedError("MALFORMED_JSON", "The body is not the gzip it says it is.");
    throw error;
  }
}

function unknownCoding(given: string): CodedError {
  const detail = `The body may be sent as it is or compressed by gzip, not as ${given.slice(0, 40)}.`;
  // RFC 9110, section 15.5.16: tells this refusal from one of the media type.
  return new CodedError("UNSUPPORTED_MEDIA_TYPE", detail, { headers: { "accept-encoding": coding } });
}

function tooLarge(limit: number): CodedError {
  return new CodedError("BODY_TOO_LARGE", `The body may have at most ${limit} bytes.`);
}

async function* within(limit: number, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    yield chunk;
  }
}

async function* inflated(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const gunzip = createGunzip();
  // Its failure reaches the reader below, who may also stop early.
  const fed = pipeline(Readable.from(content), gunzip).catch(() => {});
  try {
    for await (const chunk of gunzip) yield chunk;
  } finally {
    gunzip.destroy();
    await fed;
  }
}

export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bodyOf(request, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Checks what a body says it is. One that says nothing is taken for what the operation takes. */
function requireMediaType(headers: Headers, wanted: string): void {
  const given = headers.get("content-type")?.trim();
  if (!given) return;
  const [type = "", ...parameters] = given.toLowerCase().split(";");
  const charset = parameters.map((one) => /^\s*charset=\s*"?([^"]*)"?\s*$/.exec(one)?.[1]).find(Boolean);
  if (type.trim() === wanted && ["utf-8", "utf8", undefined].includes(charset)) return;
  const detail = `The body must be ${wanted}${charset ? " in UTF-8" : ""}, and say so in Content-Type.`;
  throw new CodedError("UNSUPPORTED_MEDIA_TYPE", detail);
}

/** Parses a body that should be JSON; an empty one counts as `{}`, whatever it says it is. */
export function parseBody(bytes: Uint8Array, headers: Headers): unknown {
  if (bytes.byteLength > 0) requireMediaType(headers, "application/json");
  return parseJson(bytes);
}

/** Parses JSON; nothing counts as `{}`. */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.byteLength === 0) return {};
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new CodedError("MALFORMED_JSON", "The body must be valid JSON in UTF-8.");
  }
  if (!isShallow(value, deepest)) {
    throw new CodedError("MALFORMED_JSON", `The body may be nested at most ${deepest} levels deep.`);
  }
  return value;
}

/** Records need only a few levels; the limit guards against stack overflows. */
const deepest = 64;

/** Without a list of values for each object: a batch has twenty thousand. */
function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  if (levels === 0) return false;
  if (Array.isArray(value)) return value.every((inner) => isShallow(inner, levels - 1));
  for (const name in value) if (!isShallow(Reflect.get(value, name), levels - 1)) return false;
  return true;
}

export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = what === "query" ? schema.safeParse(value, { error: plainWords }) : parseInput(schema, value);
  if (result.success) return result.data;
  throw new CodedError("VALIDATION_FAILED", `The ${what} is not valid: see errors.`, {
    fields: fieldErrors(result.error, value, what),
  });
}
