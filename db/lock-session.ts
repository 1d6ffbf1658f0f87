import type postgres from "postgres";
import { processWide } from "@/lib/kernel/process-wide";
import { deadlines } from "@/lib/terms/deadlines";
import { connection } from "./client";
import { NoConnectionFree } from "./take-turns";

// One connection for all locks held outside transactions: with one each, many locks would exhaust the pool for the work
// they guard.
type Held = { session?: Promise<postgres.ReservedSql>; users: number };
const shared: Held = processWide("lock-session", () => ({ users: 0 }));

/**
 * Gives `work` the connection on which this process takes advisory locks outside transactions. Taken on one connection,
 * they exclude other processes only: callers must exclude each other within this one.
 * @throws NoConnectionFree
 */
export async function withLockSession<T>(work: (held: postgres.ReservedSql) => Promise<T>): Promise<T> {
  shared.users += 1;
  shared.session ??= reserve();
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

/** A connection of the pool, which the driver would wait for without end. */
async function reserve(): Promise<postgres.ReservedSql> {
  const asked = connection().reserve();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new NoConnectionFree("No connection to the database became free for a lock.");
    timer = setTimeout(() => reject(error), deadlines.poolWait);
  });
  try {
    return await Promise.race([asked, late]);
  } catch (error) {
    // It may come yet.
    asked.then(
      (held) => held.release(),
      () => {},
    );
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
