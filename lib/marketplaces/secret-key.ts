import { crc32 } from "node:zlib";
import type { Environment } from "@/lib/actor";
import { randomText } from "@/lib/crypto";

const shape = /^sk_(test|live)_([0-9A-Za-z]{32})([0-9a-z]{7})$/;

function checksum(body: string): string {
  return crc32(body).toString(36).padStart(7, "0");
}

/** A new secret key: `sk_test_` or `sk_live_`, 32 random characters (190 bits) and a checksum of 7. */
export function newSecretKey(environment: Environment): string {
  const body = `sk_${environment}_${randomText(32)}`;
  return body + checksum(body);
}

/** The environment of a well-formed key, or null: a mistyped key is told apart without asking the database. */
export function environmentOfKey(key: string): Environment | null {
  const match = shape.exec(key);
  if (!match) return null;
  const body = key.slice(0, -7);
  return checksum(body) === match[3] ? (match[1] as Environment) : null;
}
