import { sql } from "drizzle-orm";
import { db } from "@/db/client";
import type { BusinessTime } from "@/lib/kernel/time";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";
import type { Collection } from "./compute-collection";

/** In one statement. What was marked stale meanwhile stays so; days without anything are not kept. */
export async function recordDays(
  { id, marketplaceId, environment }: LoanRecord,
  { days, own }: Collection,
  takenUp: readonly string[],
  now: BusinessTime,
): Promise<void> {
  const emptyDays = days.filter(({ empty }) => empty).map(({ day }) => day);
  const rows = days
    .filter((one) => !one.empty)
    .map(({ day, agreed, taken, missing, excess, changed, judged, judgedFrom }) => ({
      day,
      agreed,
      taken,
      missing,
      excess,
      changed,
      judged_at: judged ? new Date(Math.min(judgedFrom, now.getTime())).toISOString() : null,
      own: own.get(day) ?? null,
    }));
  await db().execute(sql`
    insert into collection_days as c (loan_id, marketplace_id, environment, day, agreed, taken, missing, excess, changed, judged_at, own)
    select ${id}, ${marketplaceId}, ${environment}, day, agreed, taken, missing, excess, changed, judged_at, own
    from json_to_recordset(${JSON.stringify(rows)}::json)
      r(day date, agreed bigint, taken bigint, missing bigint, excess bigint, changed bigint, judged_at timestamptz, own jsonb)
    on conflict (loan_id, day) do update set agreed = excluded.agreed, taken = excluded.taken, missing = excluded.missing,
      excess = excluded.excess, changed = excluded.changed, judged_at = excluded.judged_at, own = coalesce(excluded.own, c.own)
    where (c.agreed, c.taken, c.missing, c.excess, c.changed, c.judged_at)
        is distinct from (excluded.agreed, excluded.taken, excluded.missing, excluded.excess, excluded.changed, excluded.judged_at)
      or c.own is distinct from coalesce(excluded.own, c.own)`);
  await db().execute(sql`
    delete from collection_days
    where loan_id = ${id} and day = any(${sql.param(emptyDays)}::text[]::date[]) and not stale`);
  await db().execute(sql`
    update collection_days set under_way = false
    where loan_id = ${id} and under_way and day = any(${sql.param([...takenUp])}::text[]::date[])`);
}
