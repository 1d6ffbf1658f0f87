import { CodedError } from "@/lib/errors";

/** What a request carries as `Authorization: Bearer`; undefined without it. No other place is looked at for a token. */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
}

/**
 * The same, for operations that take nothing else.
 * @throws CodedError UNAUTHENTICATED, saying what to send. Who sent no credentials is told no error code (RFC 6750,
 *   section 3.1).
 */
export function requireBearer(headers: Headers, wanted: string): string {
  const token = bearerOf(headers);
  if (token) return token;
  throw new CodedError("UNAUTHENTICATED", wanted, { challenge: "Bearer" });
}
