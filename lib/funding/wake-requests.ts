import { sql } from "drizzle-orm";
import { db, nudge } from "@/db/client";
import { type Environment, tenantOf } from "@/lib/actor";

type Waking = { marketplaceId: string; environment: Environment; merchantId: string };

/**
 * Has the pending requests of these merchants decided at once, because what they wait for has changed (KYC, a score). The
 * rows are taken in the order of their ids, whoever wakes them.
 */
export async function wakeRequests(merchants: readonly Waking[], now: Date): Promise<void> {
  const list = merchants.map(({ marketplaceId, environment, merchantId }) => ({
    marketplace_id: marketplaceId,
    environment,
    merchant_id: merchantId,
  }));
  const rows = await db().execute<{ id: string; marketplaceId: string; environment: Environment }>(sql`
    with waiting as materialized (
      select r.id
      from funding_requests r
      join (
        select distinct * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
          as m(marketplace_id text, environment text, merchant_id text)
      ) m using (marketplace_id, environment, merchant_id)
      where r.status = 'PENDING'
      order by r.id
      for no key update of r
    )
    update funding_requests r set due_at = ${now.toISOString()}::timestamptz from waiting where r.id = waiting.id
    returning r.id, r.marketplace_id as "marketplaceId", r.environment`);
  for (const row of rows) nudge("decide-funding-request", row.id, tenantOf(row));
}
