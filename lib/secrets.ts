import { decrypt } from "./crypto";
import type { RealTime } from "./time";

/** A secret that can be exchanged for another, sealed: for a while the former counts beside it. */
export type Exchangeable = { secret: string; previousSecret: string | null; previousSecretUntil: RealTime | null };

/**
 * The secrets that count at a moment, opened, the current one first: after an exchange the two sides change over one
 * after the other, so both count for a while.
 * @param purpose what they were sealed for.
 * @param realNow real time: the while ends by it, wherever the sandbox's clock stands.
 * @throws Error when one cannot be opened; see `decrypt`.
 */
export function secretsInForce(purpose: string, sealed: Exchangeable, realNow: RealTime): string[] {
  const { secret, previousSecret, previousSecretUntil } = sealed;
  const previous = previousSecretUntil && previousSecretUntil > realNow ? previousSecret : null;
  return (previous ? [secret, previous] : [secret]).map((one) => decrypt(purpose, one));
}
