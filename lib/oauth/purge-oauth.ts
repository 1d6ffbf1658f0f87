import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { day, later } from "@/lib/calendar";
import type { RealTime } from "@/lib/time";

/** How long expired rows are kept, so that late use is still recognised. */
const keep = day;

/** Deletes expired access tokens, and expired grants with all their codes and tokens: at most `limit` of each. */
export async function purgeOAuth({ realNow, limit }: { realNow: RealTime; limit: number }): Promise<number> {
  const before = later(realNow, -keep).toISOString();
  const tables = ["oauth_access_tokens", "oauth_grants"].map((name) => sql.identifier(name));
  let most = 0;
  for (const table of tables) {
    const deleted = await db().execute(sql`
      delete from ${table} where ctid = any(array(
        select ctid from ${table} where expires_at < ${before} limit ${limit} for update skip locked)) returning 1`);
    most = Math.max(most, deleted.length);
  }
  return most;
}
