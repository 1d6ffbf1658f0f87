import type postgres from "postgres";
import { processWide } from "@/lib/kernel/process-wide";
import { connection } from "./client";

// One connection for all locks held outside transactions: with one each, many locks would exhaust the pool for the work
// they guard.
type Held = { session?: Promise<postgres.ReservedSql>; users: number };
const shared: Held = processWide("lock-session", () => ({ users: 0 }));

/**
 * Gives `work` the connection on which this process takes advisory locks outside transactions. Taken on one connection,
 * they exclude other processes only: callers must exclude each other within this one.
 */
export async function withLockSession<T>(work: (held: postgres.ReservedSql) => Promise<T>): Promise<T> {
  shared.users += 1;
  shared.session ??= connection().reserve();
  try {
    return await work(await shared.session);
  } finally {
    shared.users -= 1;
    if (shared.users === 0) {
      const ended = shared.session;
      shared.session = undefined;
      await ended?.then(
        (held) => held.release(),
        () => {},
      );
    }
  }
}
