import { isIPv6 } from "node:net";
import { CodedError } from "@/lib/errors";
import { clientAddress } from "./client-address";
import { spendAllowance } from "./rate-limit";

/**
 * Uses one of an address's attempts to sign in or sign up in the present minute.
 * @throws CodedError RATE_LIMITED in words for the person who waits.
 */
export async function spendLoginAttempt(headers: Headers, now: Date): Promise<void> {
  const { exceeded, resetSeconds } = await spendAllowance("login", network(clientAddress(headers)), now);
  if (!exceeded) return;
  const wait = resetSeconds === 1 ? "a second" : `${resetSeconds} seconds`;
  throw new CodedError("RATE_LIMITED", `Too many attempts. Wait ${wait}, then try again.`, {
    retryAfterSeconds: resetSeconds,
  });
}

/** Whoever has one IPv6 address has the whole /64: its four groups stand for all of them. */
function network(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === "" ? 0 : tail.split(":").length);
  return [...groups, ...Array<string>(missing).fill("0")]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
