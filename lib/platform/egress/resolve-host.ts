import { promises as dns } from "node:dns";
import { isLocalName } from "@/lib/kernel/loopback";
import { mayConnect } from "./address-policy";
import { codeOf, NoAddress } from "./failure-text";

/** All addresses of a host name, IPv4 first. */
export type Resolve = (host: string) => Promise<string[]>;

// Asks the name servers itself: the system's resolver blocks one of libuv's four threads while a name server is silent,
// so that four dead names would hold up every delivery.
const resolver = new dns.Resolver({ timeout: 2_500, tries: 2 });

const fromNameServers: Resolve = async (host) => {
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [four, six].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []));
  if (addresses.length === 0 && four.status === "rejected") throw four.reason;
  return addresses;
};

// A developer's receiver may only be in the hosts file.
const fromSystem: Resolve = async (host) => (await dns.lookup(host, { all: true })).map((entry) => entry.address);

/**
 * The addresses of a host that deliveries may go to.
 * @param allowLocal also loopback, see `allowsLocal`.
 * @throws NoAddress when the name does not resolve, or only to addresses that are not public.
 */
export async function permittedAddresses(host: string, allowLocal: boolean, resolve?: Resolve): Promise<string[]> {
  const addresses = isLocalName(host) ? ["127.0.0.1", "::1"] : await resolved(host, allowLocal, resolve);
  const permitted = addresses.filter((address) => mayConnect(address, allowLocal));
  if (permitted.length === 0) {
    throw new NoAddress(addresses[0] ? `address ${addresses[0]} is not public` : `host name ${host} does not resolve`);
  }
  return permitted;
}

async function resolved(host: string, allowLocal: boolean, resolve = fromNameServers): Promise<string[]> {
  try {
    return await resolve(host);
  } catch (error) {
    if (allowLocal && resolve === fromNameServers) return resolved(host, allowLocal, fromSystem);
    const code = codeOf(error);
    throw new NoAddress(`host name ${host} does not resolve${code ? ` (${code})` : ""}`);
  }
}
