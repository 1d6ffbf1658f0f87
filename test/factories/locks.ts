import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { connection, db } from "@/db/client";

/**
 * Shows that work which takes several rows takes them in the order of their ids: while the first is held by somebody
 * else, the work waits for it and has not taken the second.
 */
export async function expectOrderedLocks(table: string, ids: string[], work: () => Promise<unknown>): Promise<void> {
  const [first = "", second = ""] = [...ids].sort();
  const holder = await connection().reserve();
  try {
    await holder`begin`;
    await holder`select from ${holder(table)} where id = ${first} for update`;
    const working = work();
    const waiting = () =>
      db().execute(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    await expect.poll(async () => (await waiting()).length).toBe(1);
    expect(await holder`select 1 from ${holder(table)} where id = ${second} for update nowait`).toHaveLength(1);
    await holder`commit`;
    await working;
  } finally {
    await holder`rollback`;
    holder.release();
  }
}

/** Transactions open in this file's database, as somebody sees them who needs a connection of the pool for it. */
export async function openTransactions(): Promise<number> {
  const open = await db().execute(sql`
    select 1 from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`);
  return open.length;
}
