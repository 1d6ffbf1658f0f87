import { and, count, eq } from "drizzle-orm";
import { Secret } from "otpauth";
import { db } from "@/db/client";
import { recoveryCodes } from "@/db/schema/users";
import { keyedDigest } from "@/lib/kernel/crypto";

const codesAtATime = 10;

/** Ten of 50 random bits each, stored as digests alone: this is the only time they can be shown. */
export async function replaceRecoveryCodes(userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtATime }, newCode);
  await db().delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await db()
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ userId, digest: digestOf(userId, code) })));
  return codes;
}

/** Uses a recovery code up. @returns how many are left; null when it is none of the user's. */
export async function takeRecoveryCode(userId: string, code: string): Promise<number | null> {
  const one = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.digest, digestOf(userId, code)));
  const taken = await db().delete(recoveryCodes).where(one).returning({ userId: recoveryCodes.userId });
  return taken.length === 0 ? null : countRecoveryCodes(userId);
}

export async function countRecoveryCodes(userId: string): Promise<number> {
  const [row] = await db().select({ left: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return row?.left ?? 0;
}

/** `abcde-f2345`: letters and digits that are not mistaken for one another when copied by hand. */
function newCode(): string {
  const text = new Secret({ size: 10 }).base32.toLowerCase();
  return `${text.slice(0, 5)}-${text.slice(5, 10)}`;
}

function digestOf(userId: string, code: string): string {
  return keyedDigest("recovery-code", `${userId} ${code}`);
}
