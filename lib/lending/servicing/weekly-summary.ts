import { z } from "zod";
import { one } from "@/db/client";
import { koboValue, rowsOf } from "@/db/rows";
import { addDays, dateOf } from "@/lib/kernel/calendar";
import { minus, zero } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import { outstanding, totalPaid } from "@/lib/loans/ledger/balances";
import { bookOf, type LoanRecord } from "@/lib/loans/loans/load-loans";
import { loanContexts } from "@/lib/loans/loans/loan-context";
import { delinquencyIn, forecastIn } from "@/lib/loans/loans/performance";
import { fill, firstOpen } from "@/lib/terms/ledger/allocation";
import type { Week } from "@/lib/terms/mails/loan-mails";

const weekRow = z.strictObject({ sold: koboValue.nullable(), paid: koboValue });

export async function summaryOf(
  loan: LoanRecord,
  week: { from: string; to: string },
  now: BusinessTime,
): Promise<Week> {
  const context = (await loanContexts([loan])).get(loan.id) ?? { pauses: [], sales: null, paidFromAccount: zero };
  const book = bookOf(loan);
  const { installments } = loan;
  const paid = totalPaid(book);
  const open = firstOpen(paid, installments);
  const filled = fill(paid, installments)[installments.findIndex(({ number }) => number === open?.number)] ?? zero;
  return {
    ...week,
    ...(await moneyOf(loan, week)),
    on: dateOf(now),
    outstanding: outstanding(book).total,
    next: open ? { dueDate: open.dueDate, amount: minus(open.amount, filled) } : null,
    aheadBehind: delinquencyIn(loan, context.pauses, now).aheadBehindAmount,
    paused: loan.pausedAt !== null,
    forecast: forecastIn(loan, context, now),
  };
}

/** Whatever is reported late is in the week in which it was reported, so that the weeks add up. */
async function moneyOf(
  { id, merchantId }: LoanRecord,
  { from, to }: { from: string; to: string },
): Promise<Pick<Week, "sold" | "paid">> {
  const begin = `${from}T00:00:00Z`;
  const end = `${addDays(to, 1)}T00:00:00Z`;
  const row = await rowsOf(weekRow)`
    select
      (select sum(s.amount)::float8 from sales_events s
        where s.merchant_id = ${merchantId} and s.refund_of is null and s.occurred_at >= ${begin}::timestamptz
          and s.occurred_at < ${end}::timestamptz) as sold,
      (select coalesce(sum(e.amount), 0)::float8 from journals j
        join ledger_entries e on e.journal_id = j.id and e.account = 'CASH'
        where j.loan_id = ${id} and j.type in ('REPAYMENT', 'REVERSAL', 'PAYMENT', 'DEBIT_REVERSED') and j.recorded_at >= ${begin}::timestamptz
          and j.recorded_at < ${end}::timestamptz) as paid`.then(one);
  return { sold: row.sold, paid: row.paid };
}
