import { issuer } from "./issuer";

/** The address as registered, query and all (RFC 6749, section 3.1.2), the state as it came, and `iss` (RFC 9207). */
export function redirectWith(
  target: { redirectUri: string; state: string | null },
  answer: { code: string } | { error: string; error_description: string },
): string {
  const query = new URLSearchParams(answer);
  if (target.state !== null) query.set("state", target.state);
  query.set("iss", issuer());
  return `${target.redirectUri}${target.redirectUri.includes("?") ? "&" : "?"}${query}`;
}
