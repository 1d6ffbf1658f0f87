import { BlockList, isIP } from "node:net";
import type { Tenant } from "@/lib/kernel/actor";
import { env } from "@/lib/kernel/env";
import { isLoopbackAddress } from "@/lib/kernel/loopback";

// The IANA special-purpose registries, and what clouds keep for themselves (168.63.129.16 is Azure's own host).
const reserved4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
];

// Of IPv6 only 2000::/3 is public, which leaves out loopback, mapped IPv4, NAT64, private, link-local and multicast.
// Inside it: protocol assignments with Teredo, documentation, and 6to4, which hides an IPv4 address.
const public6 = ["2000::/3"];
const reserved6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

const blocked4 = listOf(reserved4, "ipv4");
const open6 = listOf(public6, "ipv6");
const blocked6 = listOf(reserved6, "ipv6");

/** Whether an address can belong to a receiver on the public internet; when in doubt it cannot. */
function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !blocked4.check(address, "ipv4");
    case 6:
      return !address.includes("%") && open6.check(address, "ipv6") && !blocked6.check(address, "ipv6");
    default:
      return false;
  }
}

/** Whether a tenant's receivers may be on this machine, and by http: test data, where the sandbox is on. */
export function allowsLocal({ environment }: Pick<Tenant, "environment">): boolean {
  return environment === "test" && env().sandbox;
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

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", bits] = subnet.split("/");
    list.addSubnet(network, Number(bits), family);
  }
  return list;
}
