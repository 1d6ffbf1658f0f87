import { BlockList, isIP } from "node:net";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** Whether an IP address is one at which only this machine is reached. 0.0.0.0 is not: it listens everywhere. */
export function isLoopbackAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && !address.includes("%") && loopback.check(address, version === 6 ? "ipv6" : "ipv4");
}

/** Whether a host is a name of this machine (RFC 6761), never to be looked up. */
export function isLocalName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

/** Whether a host, by name or address, with or without the brackets of IPv6, is this machine and nothing else. */
export function isLoopbackHost(host: string): boolean {
  return isLocalName(host) || isLoopbackAddress(host.replace(/^\[(.*)\]$/, "$1"));
}
