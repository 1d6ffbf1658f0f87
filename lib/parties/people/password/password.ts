import { availableParallelism } from "node:os";
import { argon2id, hash, verify } from "argon2";
import pLimit from "p-limit";
import { randomText } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import { processWide } from "@/lib/kernel/process-wide";

/** From the OWASP Password Storage Cheat Sheet: 19 MiB, two passes, one lane. */
const parameters = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/**
 * How many passwords a process works on at a time, and how many wait: about a second and a half of work for each
 * processor. Each takes 19 MiB, one of the threads that also read files and look up hosts, and a processor, of which one is
 * left to requests.
 */
export const passwordQueue = { atOnce: Math.min(4, Math.max(1, availableParallelism() - 1)), waiting: 100 } as const;

const queue = processWide("passwords", () => pLimit(passwordQueue.atOnce));

export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= passwordQueue.waiting) {
    const message = "Too many people are signing in at the moment. Wait a few seconds, then try again.";
    throw new CodedError("SERVICE_UNAVAILABLE", message, { retryAfterSeconds: 3, outside: "too many passwords wait" });
  }
  return queue(work);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(canonical(password), parameters));
}

let decoy: Promise<string> | undefined;

/** Without a hash (no such user) it takes as long and returns false: timing must not reveal who has an account. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  // Awaited either way: the first unknown user after a start must not take longer than a known one.
  decoy ??= hash(randomText(32), parameters);
  const standIn = await decoy;
  const matches = await inTurn(() => verify(stored ?? standIn, canonical(password)));
  return stored !== null && matches;
}

/** The same characters, however a keyboard composes them (NIST SP 800-63B, section 3.1.1.2). */
function canonical(password: string): string {
  return password.normalize("NFKC");
}
