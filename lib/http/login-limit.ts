import { CodedError } from "@/lib/errors";
import type { RealTime } from "@/lib/time";
import { clientAddress, networkOf } from "./client-address";
import { spendAllowance } from "./rate-limit";

/** Uses one of an address's attempts to sign in or up this minute. @throws CodedError RATE_LIMITED */
export async function spendLoginAttempt(headers: Headers, realNow: RealTime): Promise<void> {
  const { exceeded, resetSeconds } = await spendAllowance("login", networkOf(clientAddress(headers)), realNow);
  if (!exceeded) return;
  const wait = resetSeconds === 1 ? "a second" : `${resetSeconds} seconds`;
  throw new CodedError("RATE_LIMITED", `Too many attempts. Wait ${wait}, then try again.`, {
    retryAfterSeconds: resetSeconds,
  });
}
