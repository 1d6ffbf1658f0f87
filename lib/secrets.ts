import { decrypt } from "./crypto";
import type { RealTime } from "./time";

/** An encrypted secret that can be rotated: for a while the previous one stays valid beside it. */
export type Exchangeable = { secret: string; previousSecret: string | null; previousSecretUntil: RealTime | null };

/**
 * The decrypted secrets in force at a moment, the current one first: after a rotation the two sides switch at different
 * times, so both secrets are valid for a while.
 * @param purpose what they were sealed for.
 * @param realNow real time: the while ends by it, wherever the sandbox's clock stands.
 * @throws Error when one cannot be opened; see `decrypt`.
 */
export function secretsInForce(purpose: string, sealed: Exchangeable, realNow: RealTime): string[] {
  const { secret, previousSecret, previousSecretUntil } = sealed;
  const previous = previousSecretUntil && previousSecretUntil > realNow ? previousSecret : null;
  return (previous ? [secret, previous] : [secret]).map((one) => decrypt(purpose, one));
}
