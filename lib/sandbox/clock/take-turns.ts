import type postgres from "postgres";
import { withLockSession } from "@/db/lock-session";
import { locks } from "@/db/locks";
import { second } from "@/lib/calendar";

/** How often to check whether another process has finished. */
const askEvery = second / 20;

const turns = new Map<string, Promise<unknown>>();

/** Runs work for a marketplace one piece at a time, across all processes. Not inside a transaction. */
export async function takeTurns<T>(marketplaceId: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(marketplaceId) ?? Promise.resolve();
  const mine = before.catch(() => {}).then(() => locked(marketplaceId, work));
  turns.set(marketplaceId, mine);
  try {
    return await mine;
  } finally {
    if (turns.get(marketplaceId) === mine) turns.delete(marketplaceId);
  }
}

function locked<T>(marketplaceId: string, work: () => Promise<T>): Promise<T> {
  return withLockSession(async (held) => {
    while (!(await tryLock(held, marketplaceId))) await new Promise((resolve) => setTimeout(resolve, askEvery));
    try {
      return await work();
    } finally {
      await held`select pg_advisory_unlock(${locks.turns}, hashtext(${marketplaceId}))`;
    }
  });
}

async function tryLock(held: postgres.ReservedSql, marketplaceId: string): Promise<boolean> {
  const [row] = await held<{ got: boolean }[]>`
    select pg_try_advisory_lock(${locks.turns}, hashtext(${marketplaceId})) as got`;
  return row?.got === true;
}
