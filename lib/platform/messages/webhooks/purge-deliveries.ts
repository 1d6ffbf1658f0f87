import { sql } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { day, later } from "@/lib/kernel/calendar";
import { idAt } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";

/** How long finished events can be looked up and sent again (docs/webhooks.md#catching-up). */
export const deliveryRetention = 30 * day;

const passedRow = z.strictObject({ id: z.string(), event_id: z.string(), ended: z.boolean() });

/**
 * Deletes deliveries finished 30 days ago with their attempts and events. Also fails deliveries written while their
 * endpoint was being disabled: no worker would ever claim them. What finished by a clock that is ahead is kept that
 * much longer.
 *
 * It goes by the ids, which say when a delivery was made, so that no index has to be kept of when each was finished. What is
 * older and stays is passed once a purge.
 * @param limit most deliveries in one transaction
 * @returns how many were deleted
 */
export async function purgeDeliveries(realNow: RealTime, limit: number): Promise<number> {
  let deleted = 0;
  let after = "";
  while (true) {
    const { passed, gone } = await purgeSome(after, realNow, limit);
    deleted += gone;
    if (passed.length < limit) return deleted;
    after = passed.at(-1)?.id ?? "";
  }
}

function purgeSome(after: string, realNow: RealTime, limit: number) {
  const at = sql`${realNow.toISOString()}::timestamptz`;
  const before = later(realNow, -deliveryRetention);
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
    const passed = await rowsOf(passedRow)`
      select id, event_id, coalesce(finished_at < ${before.toISOString()}::timestamptz, false) as ended
      from deliveries where id > ${after} and id < ${idAt("delivery", before)}
      order by id limit ${limit}
      for update skip locked`;
    const old = passed.filter(({ ended }) => ended);
    const ids = JSON.stringify(old.map((row) => row.id));
    await db().execute(sql`
      delete from deliveries d using jsonb_array_elements_text(${ids}::jsonb) as gone(id) where d.id = gone.id`);
    const told = JSON.stringify(old.map((row) => row.event_id));
    await db().execute(sql`
      delete from events e using jsonb_array_elements_text(${told}::jsonb) as gone(id) where e.id = gone.id`);
    return { passed, gone: old.length };
  });
}
