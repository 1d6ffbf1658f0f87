import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { isLoopbackAddress } from "@/lib/kernel/loopback";

// Of IPv6 only this is public, whatever a later registry says: no mapped IPv4, NAT64, private, link-local or multicast.
const public6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** Azure's own host, in a range that is public otherwise. */
const azureHost = "168.63.129.16";

/** Whether an address can belong to a receiver on the public internet; when in doubt it cannot. */
function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes("%") || address === azureHost) return false;
  const parsed = ipaddr.parse(address);
  // What no IANA special-purpose registry lists.
  return parsed.range() === "unicast" && (parsed.kind() === "ipv4" || parsed.match(public6));
}

/** Whether a tenant's receivers may be on this machine, and by http: test data, where the sandbox is on, and a rehearsal's. */
export function allowsLocal({ environment }: Pick<Tenant, "environment">): boolean {
  const { rehearsal, sandbox } = env();
  return rehearsal || (environment === "test" && sandbox);
}

/** Whether deliveries may go to an address. @param allowLocal also loopback, see `allowsLocal`. */
export function mayConnect(address: string, allowLocal: boolean): boolean {
  return (allowLocal && isLoopbackAddress(address)) || isPublicAddress(address);
}

/** The host of a URL when it is an address rather than a name, without the brackets of IPv6. */
export function addressIn(url: URL): string | null {
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) ? host : null;
}
