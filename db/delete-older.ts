import { sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { RealTime } from "@/lib/kernel/time";
import { db } from "./client";

/** In one short statement, oldest first; locked rows wait. Returns how many; fewer than `limit`: none are left. */
export async function deleteOlder(column: PgColumn, than: RealTime, limit: number): Promise<number> {
  const { table } = column;
  const old = sql`select ctid from ${table} where ${column} < ${than.toISOString()}::timestamptz
    order by ${column} limit ${limit} for update skip locked`;
  const deleted = await db().execute(sql`delete from ${table} where ctid = any(array(${old})) returning 1`);
  return deleted.length;
}
