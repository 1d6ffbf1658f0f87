import type { Environment } from "@/lib/actor";

/** What is wrong with a redirect address, in words for who registers it; null when nothing is. */
export function redirectUriFault(uri: string, environment: Environment): string | null {
  if (!URL.canParse(uri) || /[^\x21-\x7e]/.test(uri)) return "Must be an absolute address in ASCII";
  const { protocol, hostname, username, password, hash } = new URL(uri);
  if (hash || uri.includes("#")) return "Must have no fragment (RFC 6749, section 3.1.2)";
  if (username || password) return "Must have no user name or password";
  if (protocol === "https:") return null;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  if (protocol === "http:" && loopback && environment === "test") return null;
  return environment === "test" ? "Must be https, or http on this machine" : "Must be https";
}
