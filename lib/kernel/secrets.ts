import { decrypt } from "./crypto";
import type { Purpose } from "./encrypted-columns";
import type { RealTime } from "./time";

/** An encrypted secret; after a rotation the previous one stays valid for a while. */
export type Exchangeable = { secret: string; previousSecret: string | null; previousSecretUntil: RealTime | null };

/**
 * The decrypted secrets in force, the current one first: the two sides of a rotation switch at different times.
 * @param purpose what they were sealed for.
 * @throws Error when one cannot be opened; see `decrypt`.
 */
export function secretsInForce(purpose: Purpose, sealed: Exchangeable, realNow: RealTime): string[] {
  return sealedInForce(sealed, realNow).map((one) => decrypt(purpose, one));
}

/** The same, still encrypted. */
export function sealedInForce(sealed: Exchangeable, realNow: RealTime): string[] {
  const { secret, previousSecret, previousSecretUntil } = sealed;
  const previous = previousSecretUntil && previousSecretUntil > realNow ? previousSecret : null;
  return previous ? [secret, previous] : [secret];
}
