import { argon2id, hash, verify } from "argon2";
import { randomText } from "@/lib/crypto";

/** From the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(canonical(password), parameters);
}

let decoy: Promise<string> | undefined;

/** Without a hash (no such user) it takes as long and returns false: timing must not reveal who has an account. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  // Awaited either way: the first unknown user after a start must not take longer than a known one.
  decoy ??= hashPassword(randomText(32));
  const standIn = await decoy;
  const matches = await verify(stored ?? standIn, canonical(password));
  return stored !== null && matches;
}

/** The same characters, however a keyboard composes them (NIST SP 800-63B, section 3.1.1.2). */
function canonical(password: string): string {
  return password.normalize("NFKC");
}
