import { z } from "zod";
import { rowsOf, timestamp } from "@/db/rows";
import { isOverpaid, loans } from "@/db/schema/loans";
import type { RealTime } from "@/lib/kernel/time";
import { owedOn } from "@/lib/loans/loans/load-loans";
import type { Sample } from "@/lib/platform/metrics/declared-metrics";

const moneyRow = z.strictObject({
  what: z.string(),
  rail: z.string(),
  items: z.int(),
  amount: z.number(),
  since: timestamp.nullable(),
});

/** Live money that waits, by the kind of rail that its lender has; each part is read by an index of what is open. */
export async function readMoney(realNow: RealTime): Promise<Sample[]> {
  const rows = await rowsOf(moneyRow)`
    with waiting as (
      select 'payout_held' as what, l.lender_id, p.rail_id, p.amount, p.created_at as since
        from payouts p join loans l on l.id = p.loan_id where p.environment = 'live' and p.status = 'HELD'
      union all
      select case when p.purpose = 'REFUND' then 'refund_ordered' else 'payout_ordered' end, l.lender_id, p.rail_id, p.amount, p.created_at
        from payouts p join loans l on l.id = p.loan_id where p.environment = 'live' and p.status = 'PENDING'
      union all
      select 'debit_ordered', l.lender_id, d.rail_id, d.amount, d.ordered_at
        from payments d join loans l on l.id = d.loan_id where d.environment = 'live' and d.status = 'PENDING'
      union all
      select 'refund_owed', ${loans.lenderId}, null, ${owedOn(loans)}, null
        from ${loans} where ${loans.environment} = 'live' and ${isOverpaid}
      union all
      select case when b.remitter_id is null then 'remittance_unknown' else 'remittance_missing' end,
          b.lender_id, null, abs(b.expected - b.actual), b.detected_at
        from lenders n join remittance_breaks b on b.lender_id = n.id and b.closed_at is null where n.environment = 'live'
      union all
      select 'statement_line', n.id, null, abs(s.amount), s.booking_date::timestamp at time zone 'Africa/Lagos'
        from lenders n join lender_accounts a on a.lender_id = n.id
        join statement_lines s on s.account_id = a.id and s.state in ('WAITS', 'PAID_TWICE') where n.environment = 'live'
    )
    select w.what, lower(coalesce(r.kind, 'none')) as rail, count(*)::int as items, sum(w.amount)::float8 as amount, min(w.since) as since
    from waiting w
    left join rails r on r.id = coalesce(w.rail_id,
      (select own.id from rails own where own.lender_id = w.lender_id and own.state = 'ACTIVE'))
    group by 1, 2`;
  return rows.flatMap(({ what, rail, items, amount, since }): Sample[] => {
    const of = { what, rail };
    const money: Sample[] = [
      ["mfis_money_waiting_items", of, items],
      ["mfis_money_waiting_kobo", of, amount],
    ];
    if (since === null) return money;
    const waited = Math.max(0, realNow.getTime() - new Date(since).getTime()) / 1000;
    return [...money, ["mfis_money_oldest_seconds", of, waited]];
  });
}
