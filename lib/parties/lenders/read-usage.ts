import { sql } from "drizzle-orm";
import { z } from "zod";
import { koboValue, rowsOf } from "@/db/rows";
import { type Kobo, plus, zero } from "@/lib/kernel/money";
import type { Usage, UsageBeside } from "@/lib/terms/lender-limits";
import { offerStates, owingStates } from "@/lib/terms/loans/states";
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

async function readRows(lenderIds: readonly string[], now: Date): Promise<Row[]> {
  const month = sql`date_trunc('month', ${now.toISOString()}::timestamptz, 'UTC')`;
  const states = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`;
  const running = states([...owingStates, "WRITTEN_OFF"]);
  return rowsOf(usageRow)`
    select l.lender_id as "lenderId", l.marketplace_id as "marketplaceId", l.risk_tier as "riskTier",
      coalesce(sum(case when l.status = any(${states(offerStates)}) then l.principal
        when l.status = any(${running}) then l.principal - back.principal else 0 end), 0)::float8 as out,
      coalesce(sum(l.principal) filter (where l.status <> 'CANCELLED'
        and l.approved_at >= ${month} and l.approved_at < ${month} + interval '1 month'), 0)::float8 as offered
    from loans l
    -- As splitPaid does it: the oldest instalment first, its interest before its principal.
    left join lateral (
      select coalesce(sum(greatest(0, least(l.received - earlier, owed) - interest)), 0) as principal
      from (
        select i.amount - waived.interest as owed, i.interest - waived.interest as interest,
          coalesce(sum(i.amount - waived.interest) over
            (order by i.number rows between unbounded preceding and 1 preceding), 0) as earlier
        from loan_installments i
        cross join lateral (select case when l.cooled_off_at is null then 0 else i.interest end as interest) waived
        where i.loan_id = l.id) portions
    ) back on l.status = any(${running})
    where l.lender_id = any(${sql.param([...lenderIds])}::text[])
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
