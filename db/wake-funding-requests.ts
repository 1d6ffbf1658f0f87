import { z } from "zod";
import { type Environment, environments, tenantOf } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import { wakeWorkers } from "./client";
import { rowsOf } from "./rows";
import { fundingRequests } from "./schema/funding";

/** `now` is that of the merchant's marketplace: a list may have merchants of several. */
type Waking = { marketplaceId: string; environment: Environment; merchantId: string; now: BusinessTime };

const wokenRow = z.strictObject({ id: z.string(), marketplaceId: z.string(), environment: z.enum(environments) });

/** Because something they depend on (KYC, a score) has changed. Locks rows in the order of their ids. */
export async function wakeRequests(merchants: readonly Waking[]): Promise<void> {
  const list = merchants.map(({ marketplaceId, environment, merchantId, now }) => ({
    marketplace_id: marketplaceId,
    environment,
    merchant_id: merchantId,
    due_at: now.toISOString(),
  }));
  const rows = await rowsOf(wokenRow)`
    with waiting as materialized (
      select r.id, m.due_at
      from funding_requests r
      join (
        select marketplace_id, environment, merchant_id, max(due_at) as due_at
        from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
          as m(marketplace_id text, environment text, merchant_id text, due_at timestamptz)
        group by marketplace_id, environment, merchant_id
      ) m using (marketplace_id, environment, merchant_id)
      where r.status = 'PENDING'
      order by r.id
      for no key update of r
    )
    update funding_requests r set due_at = waiting.due_at from waiting where r.id = waiting.id
    returning r.id, r.marketplace_id as "marketplaceId", r.environment`;
  for (const row of rows) wakeWorkers(fundingRequests, row.id, tenantOf(row));
}
