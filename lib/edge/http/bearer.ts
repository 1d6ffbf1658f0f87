import { CodedError } from "@/lib/kernel/errors";

/** The token in `Authorization: Bearer`, the only place where one is accepted. */
export function bearerOf(headers: Headers): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.get("authorization")?.trim() ?? "")?.[1];
}

/** A challenge for a bearer (RFC 6750, section 3); without an error code where none was sent. */
export function bearerChallenge(error?: "invalid_token" | "insufficient_scope", scope?: string): string {
  const parts = [error && `error="${error}"`, scope && `scope="${scope}"`, 'realm="api"'];
  return `Bearer ${parts.filter(Boolean).join(", ")}`;
}

/** The token, for operations that accept nothing else. */
export function requireBearer(headers: Headers, wanted: string): string {
  const token = bearerOf(headers);
  if (token) return token;
  throw new CodedError("UNAUTHENTICATED", wanted, { challenge: bearerChallenge() });
}
