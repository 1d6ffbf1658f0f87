import { and, desc, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { reversedOf } from "@/db/deductions";
import { koboValue, rowsOf } from "@/db/rows";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import { fromKobo, greatest, inNaira, type Kobo, least, minus, plus, zero } from "@/lib/kernel/money";
import { balanceSubject } from "@/lib/lending/reconciliation/breaks/balance-breaks";
import { raiseBreak } from "@/lib/lending/reconciliation/breaks/raise-breaks";
import { type Book, outstanding, totalDue, totalPaid } from "@/lib/loans/ledger/balances";
import type { LockedLoan } from "@/lib/loans/loans/lock-for-booking";
import type { Report } from "./report";
import { setDisputed } from "./set-disputed";

/**
 * Of deductions reported while it was open (docs/repayments.md#reported-balances); what came in later does not make up
 * for it. `id`: of the reversal's report, booked between `before` and `after`. Returns the id of the break, or null.
 */
export async function askAgain(
  report: Report,
  id: string,
  loan: LockedLoan,
  { before, after }: { before: Book; after: Book },
): Promise<string | null> {
  const { reach, merchantId, loanId, fact, now } = report;
  const reversed = minus(before.received, after.received);
  if (fact.type !== "repayment.reversed" || reversed <= 0) return null;
  const about = inReach(breaks, reach, eq(breaks.loanId, loanId), eq(breaks.subject, balanceSubject(loanId)));
  const missing = and(about, eq(breaks.type, "MISSING"));
  const [open] = await db()
    .select({ id: breaks.id })
    .from(breaks)
    .where(and(missing, ne(breaks.status, "RESOLVED")));
  if (open) return null;
  const [ended] = await db()
    .select({ counted: breaks.actual, at: breaks.resolvedAt })
    .from(breaks)
    .where(and(missing, eq(breaks.status, "RESOLVED")))
    .orderBy(desc(breaks.id))
    .limit(1);
  if (!ended?.counted || !ended.at) return null;
  const since = await receivedSince(loanId, ended.at, fact.originalReference ?? "");
  if (!since?.ending) return null;

  const [due, paid] = [totalDue(after), totalPaid(after)];
  const left = minus(after.received, since.amount);
  const short = (had: Kobo) => greatest(zero, minus(least(ended.counted ?? zero, due), least(had, due)));
  const uncovered = minus(short(left), short(plus(left, reversed)));
  if (uncovered <= 0) return null;
  const breakId = await raiseBreak({
    tenant: reach.tenant,
    ...{ merchantId, loanId, repaymentEventId: id, type: "MISSING", subject: balanceSubject(loanId) },
    ...{ expected: paid, actual: plus(paid, uncovered) },
    evidence: {
      about: "loan-balance",
      takenBack: fromKobo(uncovered),
      ledger: inNaira({ totalDue: due, totalPaid: paid, outstanding: outstanding(after).total }),
      afterReference: fact.reference,
      originalReference: fact.originalReference,
    },
    now,
  });
  await setDisputed(loan, true);
  return breakId;
}

const sinceRow = z.strictObject({ amount: koboValue, ending: z.boolean() });

/** Less what was reversed since of deductions that ended no MISSING balance; and whether this one did. */
async function receivedSince(loanId: string, moment: Date, reference: string) {
  const at = moment.toISOString();
  const [row] = await rowsOf(sinceRow)`
    with told as materialized (
      select d.*, exists (select from breaks b
        where b.loan_id = d.loan_id and b.subject = ${balanceSubject(loanId)} and b.type = 'MISSING'
          and d.received_at between b.detected_at and b.resolved_at
          and d.id is distinct from b.evidence ->> 'firstReport') as ending
      from repayment_events d
      where d.loan_id = ${loanId} and d.type = 'repayment.deducted' and d.effect = 'APPLIED'
    )
    select (coalesce(sum(case when d.received_at > ${at} then d.amount - ${reversedOf(sql`d`)}
          when not d.ending then -coalesce((select sum(r.amount) from repayment_events r
            where r.loan_id = d.loan_id and r.original_reference = d.reference and r.effect = 'APPLIED'
              and r.received_at > ${at}), 0)
          else 0 end), 0)
        + coalesce((select sum(case when p.finished_at > ${at} then p.amount else 0 end
            - case when p.reversed_at > ${at} then p.amount else 0 end) from payments p
          where p.loan_id = ${loanId} and p.status in ('CONFIRMED', 'REVERSED')), 0))::float8 as amount,
      coalesce(bool_or(d.ending and d.reference = ${reference}), false) as ending
    from told d`;
  return row;
}
