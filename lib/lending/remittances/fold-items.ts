import { eq } from "drizzle-orm";
import { z } from "zod";
import { db, transaction } from "@/db/client";
import { rowsOf } from "@/db/rows";
import { chores } from "@/db/schema/operations";
import { remitters } from "@/db/schema/remittances";
import { environments } from "@/lib/kernel/actor";
import { newId, newReference } from "@/lib/kernel/ids";
import { remitAtLatestDays, remitWithinDays } from "@/lib/terms/remittances";

const pageLimit = 10_000;

const foldedRow = z.strictObject({
  taken: z.int(),
  pairs: z.array(
    z.strictObject({ marketplaceId: z.string(), environment: z.enum(environments), lenderId: z.string() }),
  ),
});

/**
 * Looks anew at reports that have changed, and at the reversals of those, and brings what is owed by day up to them. One
 * at a time, whoever calls. Returns whether more is left.
 */
export async function foldItems(chore: string, limit = pageLimit): Promise<boolean> {
  return transaction(async () => {
    await db().select({ id: chores.id }).from(chores).where(eq(chores.id, chore)).for("update");
    const [folded] = await rowsOf(foldedRow)`
      with taken as (
        delete from remittance_changes where number = any(array(
          select number from remittance_changes order by number limit ${limit}))
        returning repayment_event_id
      ), concerned as (
        select repayment_event_id as id from taken
        union
        select r.id from taken join repayment_events d on d.id = taken.repayment_event_id
          join repayment_events r on r.loan_id = d.loan_id and r.original_reference = d.reference
        where d.type = 'repayment.deducted' and r.type = 'repayment.reversed'
      ), told as (
        -- A reversal counts with its deduction; a sale that is deducted for again, as when it was deducted for first.
        select r.id, r.marketplace_id, r.environment, l.lender_id, r.loan_id,
          case r.type when 'repayment.reversed' then -r.amount else r.amount end as amount,
          lagos_day(least(of.occurred_at, (select min(p.occurred_at) from repayment_events p
            where p.loan_id = r.loan_id and p.merchant_id = r.merchant_id and p.order_id = of.order_id
              and p.type = 'repayment.deducted' and p.effect in ('APPLIED', 'LIABILITY')))) as deducted_on,
          lagos_day(s.transferred_at) as settled_on
        from concerned join repayment_events r on r.id = concerned.id join loans l on l.id = r.loan_id
          left join repayment_events d on r.type = 'repayment.reversed' and d.loan_id = r.loan_id
            and d.type = 'repayment.deducted' and d.reference = r.original_reference and d.effect in ('APPLIED', 'LIABILITY')
          join repayment_events of on of.id = coalesce(d.id, r.id)
          left join settlements s on s.id = of.settlement_id and of.type = 'repayment.deducted'
        where r.effect in ('APPLIED', 'LIABILITY') and r.type in ('repayment.deducted', 'repayment.reversed')
      ), counted as (
        select told.id, told.marketplace_id, told.environment, told.lender_id, told.loan_id, told.amount,
          coalesce(i.settled, false) or settled_on is not null as settled,
          case when i.settled then least(i.due_on, dated.due_on) else dated.due_on end as due_on
        from told left join remittance_items i on i.repayment_event_id = told.id
          cross join lateral (select least(deducted_on + ${remitAtLatestDays}::int,
            coalesce(settled_on, deducted_on + ${remitWithinDays}::int)) as due_on) dated
      ), before as (
        select i.* from remittance_items i join concerned on concerned.id = i.repayment_event_id
      ), gone as (
        delete from remittance_items where repayment_event_id in (select repayment_event_id from before)
          and repayment_event_id not in (select id from counted)
      ), kept as (
        insert into remittance_items (repayment_event_id, marketplace_id, environment, lender_id, loan_id, due_on, settled, amount)
        select id, marketplace_id, environment, lender_id, loan_id, due_on, settled, amount from counted
        on conflict (repayment_event_id)
          do update set due_on = excluded.due_on, settled = excluded.settled, amount = excluded.amount
      ), deltas as (
        select marketplace_id, environment, lender_id, due_on, amount from counted
        union all select marketplace_id, environment, lender_id, due_on, -amount from before
      ), added as (
        insert into remittance_days as t (marketplace_id, environment, lender_id, due_on, amount)
        select marketplace_id, environment, lender_id, due_on, sum(amount) from deltas
        group by 1, 2, 3, 4 having sum(amount) <> 0 order by 1, 2, 3, 4
        on conflict (lender_id, marketplace_id, environment, due_on) do update set amount = t.amount + excluded.amount
      )
      select (select count(*)::int from taken) as taken, coalesce((select json_agg(distinct jsonb_build_object(
        'marketplaceId', marketplace_id, 'environment', environment, 'lenderId', lender_id)) from counted), '[]') as pairs`;
    for (const pair of folded?.pairs ?? []) {
      const remitter = { id: newId("remitter"), ...pair, reference: newReference() };
      await db().insert(remitters).values(remitter).onConflictDoNothing();
    }
    return folded?.taken === limit;
  });
}
