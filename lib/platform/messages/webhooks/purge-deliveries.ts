import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { day, later } from "@/lib/kernel/calendar";
import type { RealTime } from "@/lib/kernel/time";

/** How long finished events can be looked up and sent again (docs/webhooks.md#catching-up). */
export const deliveryRetention = 30 * day;

const goneRow = z.strictObject({ event_id: z.string() });

/**
 * Deletes deliveries finished 30 days ago with their attempts and events. Also fails deliveries written while their
 * endpoint was being disabled: no worker would ever claim them. What finished by a clock that is ahead is kept that
 * much longer.
 * @returns how many were deleted; fewer than the limit means that nothing is left.
 */
export async function purgeDeliveries(realNow: RealTime, limit: number): Promise<number> {
  const at = sql`${realNow.toISOString()}::timestamptz`;
  return transaction(async () => {
    await db().execute(sql`
      update deliveries d set status = 'FAILED', due_at = null, finished_at = ${at}
      from (
        select d.id
        from webhook_endpoints e
        join deliveries d on d.marketplace_id = e.marketplace_id and d.environment = e.environment
        where e.status = 'DISABLED' and d.due_at is not null and (d.leased_until is null or d.leased_until <= ${at})
        limit ${limit}
        for update of d skip locked
      ) stranded
      where d.id = stranded.id`);
    const gone = await rowsOf(goneRow)`
      delete from deliveries d using (
        select id from deliveries
        where finished_at < ${later(realNow, -deliveryRetention).toISOString()}::timestamptz
        order by finished_at
        limit ${limit}
        for update skip locked
      ) old
      where d.id = old.id
      returning d.event_id`;
    const ids = JSON.stringify(gone.map((row) => row.event_id));
    await db().execute(sql`
      delete from events e using jsonb_array_elements_text(${ids}::jsonb) as gone(id) where e.id = gone.id`);
    return gone.length;
  });
}
