import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db, transaction } from "@/db/client";
import { pageOrder } from "@/db/page";
import { deliveries, events } from "@/db/schema/webhooks";
import { inReach, inTenant } from "@/db/tenancy";
import { everyMerchantOf } from "@/lib/kernel/reach";
import { deliveryStatuses } from "@/lib/terms/outbound-webhooks";
import { useDatabase } from "@/test/database";
import { createMarketplace } from "@/test/factories/marketplace";
import { selectEvents, standsAs } from "./queries";

useDatabase();

/** Past triggers and references, which tests of all else are about. */
const past = (work: () => Promise<void>) =>
  transaction(async () => {
    await db().execute(sql`set local session_replication_role = replica`);
    await work();
  });

/** A step of a plan as PostgreSQL tells of it in JSON. */
type Step = {
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Step[];
};

/** Deliveries that were looked at, whether they were wanted or not. */
function lookedAt(step: Step): number {
  const here = (step["Actual Rows"] + (step["Rows Removed by Filter"] ?? 0)) * step["Actual Loops"];
  const below = (step.Plans ?? []).map(lookedAt).reduce((one, other) => one + other, 0);
  return below + (step["Relation Name"] === "deliveries" ? here : 0);
}

test("a list of deliveries reads its own marketplace's, whatever others have beside it", async () => {
  const [busy, quiet] = [await createMarketplace(), await createMarketplace()];
  const own = sql`case when n % 10 < 7 then ${busy.marketplaceId} else ${quiet.marketplaceId} end, 'test'`;
  const tag = sql`to_char(n, 'FM0000000000000000')`;
  const made = sql`generate_series(1, 20000) n, now() at`;
  await past(async () => {
    await db().execute(sql`insert into events
      (id, marketplace_id, environment, merchant_id, sequence, type, body, occurred_at)
      select 'evt_' || ${tag}, ${own}, 'mer_' || n % 100 || n % 10, n, 'merchant.created', '{}', at from ${made}`);
    await db().execute(sql`insert into merchants
      (id, marketplace_id, environment, business_name, created_at)
      select 'mer_' || n % 100 || n % 10, ${own}, 'Shop', at from generate_series(1, 100) n, now() at`);
    // The busy one has nearly all delivered, the quiet one hardly any, long ago.
    await db().execute(sql`insert into deliveries
      (id, marketplace_id, environment, event_id, status, attempts, created_at, finished_at, due_at)
      select 'dlv_' || ${tag}, ${own}, 'evt_' || ${tag}, status, 0, at,
        case when status <> 'PENDING' then at end, case when status = 'PENDING' then at end
      from ${made}, lateral (select case when n % 100 = 1 then 'FAILED' when n % 100 = 2 then 'PENDING' when n % 100 = 3 then 'NOT_SENT'
        when n % 10 < 7 or n < 100 then 'DELIVERED' else 'NOT_SENT' end as status) stands`);
  });
  await db().execute(sql`analyze deliveries, events, merchants`);
  const read: Record<string, number> = {};
  for (const [name, tenant] of Object.entries({ busy: busy.test, quiet: quiet.test })) {
    for (const status of deliveryStatuses) {
      const where = inReach(events, everyMerchantOf(tenant), inTenant(deliveries, tenant, standsAs(status)));
      const list = selectEvents(where)
        .orderBy(pageOrder(events.id, { limit: 50 }))
        .limit(51);
      // Tables as small as these would be read whole.
      const [plan] = await transaction(async () => {
        await db().execute(sql`set local enable_seqscan = off`);
        return db().execute<{ "QUERY PLAN": [{ Plan: Step }] }>(
          sql`explain (analyze, timing off, format json) ${list}`,
        );
      });
      if (plan) read[`${name} ${status}`] = lookedAt(plan["QUERY PLAN"][0].Plan);
    }
  }
  await past(async () => void (await db().execute(sql`delete from events`)));
  expect(Object.values(read)).toHaveLength(8);
  expect(Math.max(...Object.values(read)), JSON.stringify(read)).toBeLessThan(200);
});
