import { z } from "zod";
import { rowsOf, timestamp } from "@/db/rows";

const overpaidRow = z.strictObject({
  loanId: z.string(),
  since: timestamp.nullable(),
  refundDueAt: timestamp.nullable(),
});

/** In every marketplace, longest owed first: since when, and when it is refunded automatically, if it is. */
export async function listOverpaid() {
  const rows = await rowsOf(overpaidRow)`
    select l.id as "loanId", owed.since, l.refund_due_at as "refundDueAt"
    from loans l
    cross join lateral (
      select min(o.recorded_at) filter (where o.number > coalesce(o.last_without, 0)) as since
      from (
        select b.number, b.recorded_at, max(b.number) filter (where b.balance = 0) over () as last_without
        from (
          select j.number, j.recorded_at, sum(e.amount) over (order by j.number) as balance
          from journals j join ledger_entries e on e.journal_id = j.id and e.account = 'OVERPAYMENT'
          where j.loan_id = l.id
        ) b
      ) o
    ) owed
    where l.held > 0 or l.received > case when l.disbursed_at is null or l.status = 'CANCELLED' then 0 else l.principal + l.interest end
    order by owed.since, l.id`;
  const moment = (at: string | null) => at && new Date(at).toISOString();
  return rows.map(({ loanId, since, refundDueAt }) => ({
    loanId,
    since: moment(since),
    refundDueAt: moment(refundDueAt),
  }));
}
