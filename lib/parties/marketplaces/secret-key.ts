import type { Environment } from "@/lib/kernel/actor";
import { hasChecksum, randomText, withChecksum } from "@/lib/kernel/crypto";

const shape = /^sk_(test|live)_([0-9A-Za-z]{32})([0-9a-z]{7})$/;

/** A new secret key: `sk_test_` or `sk_live_`, 32 random characters (190 bits) and a checksum of 7. */
export function newSecretKey(environment: Environment): string {
  return withChecksum(`sk_${environment}_${randomText(32)}`);
}

/** The environment of a well-formed key, or null: a mistyped key is rejected without a database query. */
export function environmentOfKey(key: string): Environment | null {
  const match = shape.exec(key);
  return match && hasChecksum(key) ? (match[1] as Environment) : null;
}
