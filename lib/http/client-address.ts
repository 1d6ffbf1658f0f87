import { isIP, isIPv6 } from "node:net";
import { env } from "@/lib/env";

/**
 * The client's address: the socket's, which `scripts/server.mjs` puts in a header nobody else can set; behind trusted
 * proxies, the last one in X-Forwarded-For that is not theirs.
 */
export function clientAddress(headers: Headers): string {
  const hops = (headers.get("x-forwarded-for") ?? "")
    .split(",")
    .map((hop) => hop.trim())
    .filter(Boolean);
  let address = plain(headers.get("x-socket-address") ?? "unknown");
  while (isTrusted(address)) {
    const next = hops.pop();
    if (!next || isIP(plain(next)) === 0) break;
    address = plain(next);
  }
  return address;
}

function plain(address: string): string {
  return address.startsWith("::ffff:") ? address.slice(7) : address;
}

function isTrusted(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && env().trustedProxies.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** A holder of one IPv6 address has the whole /64, so only its first four groups count. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  return [...groups, ...Array<string>(missing).fill("0")]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
