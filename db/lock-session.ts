import type postgres from "postgres";
import { connection } from "./client";

// One connection for all locks that this process holds outside transactions: were each to hold its own, many at once would
// leave the work that they guard without any.
let session: Promise<postgres.ReservedSql> | undefined;
let users = 0;

/**
 * Gives `work` the connection on which this process takes advisory locks that belong to no transaction. Within the process they
 * exclude nobody, since they are all taken here: whoever uses them sees to that itself.
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
