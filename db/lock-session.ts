import type postgres from "postgres";
import { connection } from "./client";

// One connection for all locks held outside transactions: with one each, many locks would exhaust the pool for the work
// they guard.
let session: Promise<postgres.ReservedSql> | undefined;
let users = 0;

/**
 * Gives `work` the connection on which this process takes advisory locks outside transactions. Taken on one connection,
 * they exclude other processes only: callers must exclude each other within this one.
 */
export async function withLockSession<T>(work: (held: postgres.ReservedSql) => Promise<T>): Promise<T> {
  users += 1;
  session ??= connection().reserve();
  try {
    return await work(await session);
  } finally {
    users -= 1;
    if (users === 0) {
      const ended = session;
      session = undefined;
      await ended?.then(
        (held) => held.release(),
        () => {},
      );
    }
  }
}
