import { sql } from "drizzle-orm";
import { z } from "zod";
import { koboValue, rowsOf } from "@/db/rows";
import { isLent } from "@/db/schema/loans";
import { type Kobo, plus, zero } from "@/lib/kernel/money";
import type { Usage, UsageBeside } from "@/lib/terms/lender-limits";
import { owingStates } from "@/lib/terms/loans/states";
import { type RiskTier, riskTiers } from "@/lib/terms/scoring/constants";

const usageRow = z.strictObject({
  lenderId: z.string(),
  marketplaceId: z.string(),
  riskTier: z.enum(riskTiers).nullable(),
  out: koboValue,
  offered: koboValue,
});

/**
 * An offer takes its whole principal, a loan what of it has not come back, also written off; a month what was offered
 * in it and not cancelled. `now`: in the month, in UTC, that counts.
 */
export async function readUsage(lenderIds: readonly string[], now: Date): Promise<Map<string, Usage>> {
  return byLender(await readRows(lenderIds, now), lenderIds, usageIn);
}

export async function readUsageBeside(
  marketplaceId: string,
  lenderIds: readonly string[],
  now: Date,
): Promise<Map<string, UsageBeside>> {
  return byLender(await readRows(lenderIds, now), lenderIds, (rows) => ({
    own: usageIn(rows.filter((row) => row.marketplaceId === marketplaceId)),
    others: usageIn(rows.filter((row) => row.marketplaceId !== marketplaceId)),
  }));
}

function byLender<Of>(rows: readonly Row[], lenderIds: readonly string[], make: (rows: readonly Row[]) => Of) {
  return new Map(lenderIds.map((id) => [id, make(rows.filter(({ lenderId }) => lenderId === id))]));
}

/** Two parts, each by an index: what is out or offered, whose cost grows with the loans that run, and the month's offers. */
async function readRows(lenderIds: readonly string[], now: Date): Promise<Row[]> {
  const month = sql`date_trunc('month', ${now.toISOString()}::timestamptz, 'UTC')`;
  const theirs = sql`lender_id = any(${sql.param([...lenderIds])}::text[])`;
  const running = sql`status = any(${sql.param([...owingStates, "WRITTEN_OFF"])}::text[])`;
  return rowsOf(usageRow)`
    select u.lender_id as "lenderId", u.marketplace_id as "marketplaceId", u.risk_tier as "riskTier",
      sum(u.out)::float8 as out, sum(u.offered)::float8 as offered
    from (
      select l.lender_id, l.marketplace_id, l.risk_tier, l.principal - coalesce(back.principal, 0) as out, 0 as offered
      from (select * from loans where ${theirs} and ${isLent}) l
      -- As splitPaid does it: the oldest instalment first, its interest before its principal.
      left join lateral (
        select sum(greatest(0, least(l.received - earlier, owed) - interest)) as principal
        from (
          select i.amount - waived.interest as owed, i.interest - waived.interest as interest,
            coalesce(sum(i.amount - waived.interest) over
              (order by i.number rows between unbounded preceding and 1 preceding), 0) as earlier
          from loan_installments i
          cross join lateral (select case when l.cooled_off_at is null then 0 else i.interest end as interest) waived
          where i.loan_id = l.id and l.received > 0) portions
      ) back on l.${running}
      union all
      select lender_id, marketplace_id, risk_tier, 0, principal from loans
      where ${theirs} and status <> 'CANCELLED' and approved_at >= ${month} and approved_at < ${month} + interval '1 month'
    ) u
    group by 1, 2, 3`;
}

type Row = z.output<typeof usageRow>;

function usageIn(rows: readonly Row[]): Usage {
  const perMarketplace = new Map<string, Kobo>();
  const perTier = new Map<RiskTier, Kobo>();
  let [facility, perMonth] = [zero, zero];
  for (const { marketplaceId, riskTier, out, offered } of rows) {
    facility = plus(facility, out);
    perMonth = plus(perMonth, offered);
    perMarketplace.set(marketplaceId, plus(perMarketplace.get(marketplaceId) ?? zero, out));
    if (riskTier) perTier.set(riskTier, plus(perTier.get(riskTier) ?? zero, out));
  }
  return { facility, perMarketplace, perTier, perMonth };
}
