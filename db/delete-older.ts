import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { RealTime } from "@/lib/kernel/time";
import { db } from "./client";

/**
 * Deletes up to `limit` rows whose column is older than a moment, the oldest first, in one short statement. Locked rows
 * are left for the next time.
 * @returns how many were deleted; fewer than `limit` means none are left.
 */
export async function deleteOlder(column: PgColumn, than: RealTime, limit: number): Promise<number> {
  const { table } = column;
  const old = sql`select ctid from ${table} where ${column} < ${than.toISOString()}::timestamptz
    order by ${column} limit ${limit} for update skip locked`;
  const deleted = await db().execute(sql`delete from ${table} where ctid = any(array(${old})) returning 1`);
  return deleted.length;
}
