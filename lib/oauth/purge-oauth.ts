import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { day, later } from "@/lib/calendar";
import type { RealTime } from "@/lib/time";

/** How long what has expired is kept, so that its late use is still known for what it is. */
const keep = day;

/**
 * Deletes grants of which nothing is good any more, with all their codes and tokens, and expired access tokens of grants
 * that live on.
 * @returns how many rows, at most `limit` of each.
 */
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
