import type { z } from "zod";
import { CodedError } from "@/lib/errors";
import { fieldErrors } from "@/lib/validation";

/** Largest JSON body, in bytes. */
export const maxBodyBytes = 1024 * 1024;

/**
 * Reads at most `limit` bytes: a sender that lies about its length is cut off.
 * @throws CodedError BODY_TOO_LARGE, MALFORMED_JSON when the sender goes away in the middle, such as a page that is left
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array> {
  const tooLarge = () => new CodedError("BODY_TOO_LARGE", `The body may have at most ${limit} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > limit) throw tooLarge();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength;
      if (size > limit) throw tooLarge();
      chunks.push(chunk);
    }
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ECONNRESET")) throw error;
    throw new CodedError("MALFORMED_JSON", "The body ended before it was complete.");
  }
  return Buffer.concat(chunks);
}

/** Parses a JSON body; an empty one counts as `{}`. @throws CodedError MALFORMED_JSON */
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

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}

/** @throws CodedError VALIDATION_FAILED, naming every wrong field by its dot path. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new CodedError("VALIDATION_FAILED", `The ${what} is not valid: see errors.`, {
    fields: fieldErrors(result.error, value, what),
  });
}
