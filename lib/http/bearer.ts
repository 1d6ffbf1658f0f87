import { CodedError } from "@/lib/errors";

/** The token in `Authorization: Bearer`, the only place where one is accepted. */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
}

/**
 * The same, for operations that accept nothing else.
 * @throws CodedError UNAUTHENTICATED, with a challenge without error code (RFC 6750, section 3.1)
 */
export function requireBearer(headers: Headers, wanted: string): string {
  const token = bearerOf(headers);
  if (token) return token;
  throw new CodedError("UNAUTHENTICATED", wanted, { challenge: "Bearer" });
}
