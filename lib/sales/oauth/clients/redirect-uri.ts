import type { Environment } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { parseUrl } from "@/lib/kernel/parse-url";

/**
 * What is wrong with a redirect address, worded for its sender. In test it may be http on the developer's machine, or
 * at the service's own address for the sandbox's own page.
 */
export function redirectUriFault(uri: string, environment: Environment): string | null {
  const url = parseUrl(uri);
  if (!url || /[^\x21-\x7e]/.test(uri)) return "Must be an absolute address in ASCII";
  // Browsers read a backslash as a slash, other programs do not; and whoever writes * hopes for more than one address.
  if (/[\\*]/.test(uri)) return "Must have no backslash and no *: addresses are compared character by character";
  const { protocol, host, hostname, username, password, hash } = url;
  if (hash || uri.includes("#")) return "Must not have a fragment (RFC 6749, section 3.1.2)";
  if (username || password) return "Must not have a user name or password";
  if (protocol === "https:") return null;
  const near = ["localhost", "127.0.0.1", "[::1]"].includes(hostname) || host === new URL(env().baseUrl).host;
  if (protocol === "http:" && near && environment === "test") return null;
  return environment === "test" ? "Must be https, or http on this machine" : "Must be https";
}
