import { sql } from "drizzle-orm";
import { db } from "@/db/client";

/** A deduction that was reported for a loan, in kobo, and what its reversals have left of it. */
export type Deduction = { reference: string; amount: number; left: number };

/** The deductions of a loan, the last one first. */
export async function deductionsOf(loanId: string): Promise<Deduction[]> {
  const rows = await db().execute<{ reference: string; amount: string; left: string }>(sql`
    select d.reference, d.amount, d.amount - coalesce((select sum(r.amount) from repayment_events r
      where r.loan_id = d.loan_id and r.original_reference = d.reference and r.effect in ('APPLIED', 'LIABILITY')), 0) as left
    from repayment_events d
    where d.loan_id = ${loanId} and d.type = 'repayment.deducted' and d.effect in ('APPLIED', 'LIABILITY')
    order by d.occurred_at desc, d.id desc`);
  return rows.map(({ reference, amount, left }) => ({ reference, amount: Number(amount), left: Number(left) }));
}
