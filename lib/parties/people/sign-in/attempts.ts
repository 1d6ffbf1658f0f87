import { eq, sql } from "drizzle-orm";
import { db, transaction } from "@/db/client";
import { failedAttempts } from "@/db/schema/users";
import { later } from "@/lib/kernel/calendar";
import { keyedDigest } from "@/lib/kernel/crypto";
import { CodedError } from "@/lib/kernel/errors";
import type { RealTime } from "@/lib/kernel/time";
import { failuresForgottenAfter, freeFailures, shouldNotifyOwner, waitAfter } from "./attempt-wait";

/** What is guessed at: a name for the account or code, and a known place, whose failures count apart. */
export type Guessed = { account: string; place?: string | null };

/**
 * Counts an attempt against a password or a code before it is checked, so that many at the same moment are no more than
 * one after another. `resetFailures` takes it back when it was right.
 * @param advice what else to tell whoever has to wait.
 * @returns whether the account's owner is to hear of it, if it fails.
 */
export async function takeAttempt(guessed: Guessed, realNow: RealTime, advice = ""): Promise<{ notifyOwner: boolean }> {
  const holder = holderOf(guessed);
  const taken = await transaction(async (): Promise<{ notifyOwner: boolean } | { wait: number }> => {
    await db().insert(failedAttempts).values({ holder, failures: 0, lastAt: realNow }).onConflictDoNothing();
    const one = eq(failedAttempts.holder, holder);
    const [row] = await db().select().from(failedAttempts).where(one).for("update");
    const stale = !row || later(row.lastAt, failuresForgottenAfter) <= realNow;
    const failures = stale ? 0 : row.failures;
    const wait = stale ? 0 : row.lastAt.getTime() + waitAfter(failures) - realNow.getTime();
    if (failures >= freeFailures && wait > 0) return { wait };
    await db()
      .update(failedAttempts)
      .set({ failures: failures + 1, lastAt: realNow })
      .where(one);
    return { notifyOwner: shouldNotifyOwner(failures + 1) };
  });
  if ("notifyOwner" in taken) return taken;
  throw tooMany(Math.ceil(taken.wait / 1000), advice);
}

export async function resetFailures(guessed: Guessed): Promise<void> {
  await db()
    .delete(failedAttempts)
    .where(eq(failedAttempts.holder, holderOf(guessed)));
}

export async function uncountAttempt(guessed: Guessed): Promise<void> {
  await db()
    .update(failedAttempts)
    .set({ failures: sql`greatest(0, ${failedAttempts.failures} - 1)` })
    .where(eq(failedAttempts.holder, holderOf(guessed)));
}

function holderOf({ account, place }: Guessed): string {
  return keyedDigest("failed-attempts", JSON.stringify([account, place ?? null]));
}

function tooMany(seconds: number, advice: string): CodedError {
  const wait = seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  const message = `Too many wrong attempts. Wait ${wait}, then try again. ${advice}`.trimEnd();
  return new CodedError("RATE_LIMITED", message, { retryAfterSeconds: seconds });
}
