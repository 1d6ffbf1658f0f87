import { isIP, isIPv4, isIPv6, SocketAddress } from "node:net";
import ipaddr from "ipaddr.js";
import { keyedDigest } from "@/lib/kernel/crypto";
import { env } from "@/lib/kernel/env";

/**
 * The client's address: the socket's, which `scripts/server.mjs` puts in a header nobody else can set; behind trusted
 * proxies, the last one in X-Forwarded-For that is not theirs. Where that is no address, the proxy's own.
 */
export function clientAddress(headers: Headers): string {
  const hops = (headers.get("x-forwarded-for") ?? "").split(",").filter((hop) => hop.trim() !== "");
  let address = readAddress(headers.get("x-socket-address") ?? "") ?? "unknown";
  while (isTrusted(address)) {
    const next = readAddress(hops.pop() ?? "");
    if (!next) break;
    address = next;
  }
  return address;
}

/** A digest that tells a device from most others: its address and its browser. Two that share both have one. */
export function deviceOf(headers: Headers): string {
  return keyedDigest("device", `${clientAddress(headers)} ${headers.get("user-agent") ?? ""}`);
}

/** The address in one of its spellings, which may have a port, as its canonical text; null when it is none. */
function readAddress(text: string): string | null {
  const spelled = text.trim().replace(/^"(.*)"$/, "$1");
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(spelled)?.[1];
  const dotted = /^([\d.]+):\d{1,5}$/.exec(spelled)?.[1];
  // A zone says by which of our own interfaces somebody came, not who it is.
  const address = (bracketed ?? dotted ?? spelled).replace(/%.*$/, "");
  if (bracketed === undefined ? isIP(address) === 0 : !isIPv6(address)) return null;
  if (isIPv4(address)) return address;
  const canonical = new SocketAddress({ address, family: "ipv6" }).address;
  const mapped = canonical.replace(/^::ffff:/, "");
  return isIPv4(mapped) ? mapped : canonical;
}

function isTrusted(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && env().trustedProxies.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** A holder of one IPv6 address has the whole /64, so only its first four groups count. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const groups = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return groups.map((group) => group.toString(16)).join(":");
}
