import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { day, later } from "@/lib/calendar";
import type { RealTime } from "@/lib/time";

export const keepRefusals = 30 * day;

/** @returns how many were deleted; fewer than the limit means that nothing is left. */
export async function purgeRefusals(call: { realNow: RealTime; limit: number }): Promise<number> {
  const gone = await db().execute(sql`
    delete from inbound_refusals r using (
      select id from inbound_refusals
      where received_at < ${later(call.realNow, -keepRefusals).toISOString()}::timestamptz
      order by received_at
      limit ${call.limit}
      for update skip locked
    ) old
    where r.id = old.id
    returning r.id`);
  return gone.length;
}
