import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import { connections } from "@/db/schema/merchants";
import { inReach } from "@/db/tenancy";
import type { Reach } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";

/** Those PENDING because no data had come. Rows are locked by id, so that overlapping lists cannot deadlock. */
export async function activateConnections(reach: Reach, merchantIds: readonly string[], now: BusinessTime) {
  if (merchantIds.length === 0) return;
  await db().execute(sql`
    with waiting as materialized (
      select ${connections.id} as id from ${connections}
      where ${inReach(connections, reach)} and ${connections.status} = 'PENDING'
        and ${connections.merchantId} = any(${sql.param(merchantIds)}::text[])
      order by ${connections.id} for no key update
    )
    update ${connections} set status = 'ACTIVE', activated_at = ${now.toISOString()}::timestamptz
    from waiting where ${connections.id} = waiting.id`);
}
