import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import type { From } from "@/lib/parties/people/sign-in/places";
import { clientAddress, networkOf } from "./client-address";
import { type Allowance, spendAllowance } from "./rate-limit";
import { deviceOf } from "./session";

/** Where a request to sign in comes from. @param pass that of a mail about failed attempts */
export function fromOf(headers: Headers, pass?: string): From {
  const address = clientAddress(headers);
  const userAgent = headers.get("user-agent") ?? "";
  return { address, network: networkOf(address), userAgent, device: deviceOf(headers), pass };
}

/** Uses one of an address's attempts to sign in or up this minute. */
export async function spendLoginAttempt(headers: Headers, realNow: RealTime): Promise<void> {
  const allowance = await spendAllowance("login", networkOf(clientAddress(headers)), realNow);
  if (allowance.exceeded) throw tooManyAttempts(allowance);
}

/** The refusal of an attempt beyond the allowance, as people read it. */
export function tooManyAttempts({ resetSeconds }: Allowance): CodedError {
  const wait = resetSeconds === 1 ? "a second" : `${resetSeconds} seconds`;
  return new CodedError("RATE_LIMITED", `Too many attempts. Wait ${wait}, then try again.`, {
    retryAfterSeconds: resetSeconds,
  });
}
