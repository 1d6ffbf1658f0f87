import { Secret, TOTP } from "otpauth";
import { second } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

const stepLength = 30 * second;

/** Steps before and after the present one whose codes count too: clocks differ, and typing takes time. */
const tolerance = 1;

const issuer = "Marketplace Financing";

/** As every app knows it (RFC 6238): SHA-1, six digits, thirty seconds. */
const parameters = { algorithm: "SHA1", digits: 6, period: stepLength / second } as const;

/** A new secret to share with an app: 160 random bits in base32. */
export function newAuthenticatorSecret(): string {
  return new Secret({ size: 20 }).base32;
}

export function authenticatorUri(secret: string, account: string): string {
  return new TOTP({ ...parameters, issuer, label: account, secret }).toString();
}

/** The time step of which this is the code, as a count since 1970; null: of none that counts now. */
export function stepOfCode(secret: string, code: string, realNow: RealTime): number | null {
  const timestamp = realNow.getTime();
  const options = { ...parameters, secret: Secret.fromBase32(secret), timestamp, window: tolerance };
  const delta = TOTP.validate({ ...options, token: code });
  return delta === null ? null : Math.floor(timestamp / stepLength) + delta;
}
