import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { dueCountedUpTo } from "@/db/due-lanes";
import { rowsOf } from "@/db/rows";
import { environments } from "@/lib/kernel/actor";
import { day, hour, later, minute } from "@/lib/kernel/calendar";
import { idAt } from "@/lib/kernel/ids";
import type { RealTime } from "@/lib/kernel/time";
import type { Sample } from "@/lib/platform/metrics/declared-metrics";
import { workSources } from "@/lib/surfaces/console/work/sources";
import { stuckAfter } from "@/lib/terms/work-failures";
import { readMoney } from "./read-money";

const ages = { "0s": 0, "1m": minute, "15m": 15 * minute, "1h": hour, "1d": day };

const counted = z.strictObject({ named: z.string(), items: z.int() });
const stuckRows = z.strictObject({ task: z.string(), environment: z.string(), items: z.int() });
const count = (query: SQL) => rowsOf(counted)`${query}`;

/** What operators are woken by: few rows each, found by indices of what is open. */
export async function readTroubles(realNow: RealTime): Promise<Sample[]> {
  const findings = await count(sql`
    select environment as named, count(*)::int as items from ledger_findings where cleared_at is null group by 1`);
  const stuck = await rowsOf(stuckRows)`
    select task, coalesce(nullif(split_part(lane, '/', 2), ''), 'service') as environment, count(*)::int as items
    from work_failures where failures >= ${sql.raw(`${stuckAfter}`)} group by 1, 2`;
  const found = new Map(findings.map(({ named, items }) => [named, items]));
  return [
    ...environments.map(
      (environment): Sample => ["mfis_ledger_findings", { environment }, found.get(environment) ?? 0],
    ),
    ...stuck.map(({ items, ...row }): Sample => ["mfis_stuck_work", row, items]),
    ...(await readDeliveries(realNow)),
  ];
}

/** By the moment in their ids: an event's own may be by a moved clock. */
async function readDeliveries(realNow: RealTime): Promise<Sample[]> {
  const parts = Object.entries(ages).map(
    ([
      name,
      age,
    ]) => sql`select ${name}::text as named, count(*) filter (where id < ${idAt("delivery", later(realNow, -age))})::int
      as items from waiting`,
  );
  const rows = await count(sql`
    with waiting as materialized (
      select id from deliveries where due_at is not null and environment = 'live' limit ${dueCountedUpTo})
    ${sql.join(parts, sql` union all `)}`);
  return rows.map(({ named, items }): Sample => ["mfis_deliveries_waiting", { older_than: named }, items]);
}

/** Most of a kind whose ages are looked at; they come with the most pressing first. */
const lookedAt = 200;

/** Live work that waits for operators, and money that waits. */
export async function readWaiting(realNow: RealTime): Promise<Sample[]> {
  const samples: Sample[] = await readMoney(realNow);
  // One after another: nobody waits for these, and others want the connections.
  for (const { name: kind, read } of workSources) {
    const { count, items } = await read({ environment: "live", realNow, limit: lookedAt });
    const waited = items.map(({ since }) => (realNow.getTime() - since.getTime()) / 1000);
    samples.push(["mfis_work_waiting", { kind }, count]);
    samples.push(["mfis_work_oldest_seconds", { kind }, Math.max(0, ...waited)]);
  }
  return samples;
}
