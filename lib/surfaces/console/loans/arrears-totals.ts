import { sql } from "drizzle-orm";
import { z } from "zod";
import { koboValue, rowsOf } from "@/db/rows";
import { clockAheadOf } from "@/db/tenancy";
import type { Environment } from "@/lib/kernel/actor";
import { type Kobo, zero } from "@/lib/kernel/money";
import type { RealTime } from "@/lib/kernel/time";
import { type ArrearsBucket, arrearsLabels } from "@/lib/terms/console/arrears";

const totalRow = z.strictObject({ bucket: z.string(), loans: z.int(), outstanding: koboValue });

export type ArrearsTotal = { bucket: ArrearsBucket; loans: number; outstanding: Kobo };

/** How many loans are how late, and what they still owe in all, along an index of those alone. */
export async function readArrearsTotals(environment: Environment, realNow: RealTime): Promise<ArrearsTotal[]> {
  const ahead = clockAheadOf({ environment: sql`loans.environment` }, sql`m.test_clock_ahead_ms`);
  // In test each marketplace has a clock of its own, and there are few loans.
  const until = environment === "live" ? realNow.toISOString() : "infinity";
  const rows = await rowsOf(totalRow)`
    select case when l.paused_at is not null then 'paused' when l.days < 31 then '1-30' when l.days < 61 then '31-60'
        when l.days < 91 then '61-90' else 'over-90' end as bucket,
      count(*)::int as loans,
      sum(greatest(0, l.principal + case when l.cooled_off_at is null then l.interest else 0 end - l.received))::float8 as outstanding
    from (
      select loans.*,
        floor(extract(epoch from ${realNow.toISOString()}::timestamptz - aging_since + ${ahead} * interval '1 millisecond') / 86400) as days
      from loans join marketplaces m on m.id = loans.marketplace_id
      where environment = ${environment} and (aging_since <= ${until}::timestamptz or paused_at is not null)
    ) l
    where l.paused_at is not null or l.days >= 1 group by 1`;
  return (Object.keys(arrearsLabels) as ArrearsBucket[]).map((bucket) => {
    const found = rows.find((row) => row.bucket === bucket);
    return { bucket, loans: found?.loans ?? 0, outstanding: found?.outstanding ?? zero };
  });
}
