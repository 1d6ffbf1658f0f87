import { sql } from "drizzle-orm";
import { z } from "zod";
import { isBooked, reversedOf } from "@/db/deductions";
import { bigint, rowsOf } from "@/db/rows";
import { type Kobo, kobo } from "@/lib/money";

/** A deduction reported for a loan, and the amount left after reversals. */
export type Deduction = { reference: string; amount: Kobo; left: Kobo };

const deductionRow = z.strictObject({ reference: z.string(), amount: bigint, left: bigint });

/** The deductions of a loan, latest first. */
export async function deductionsOf(loanId: string): Promise<Deduction[]> {
  const rows = await rowsOf(deductionRow)`
    select d.reference, d.amount, d.amount - ${reversedOf(sql`d`)} as left
    from repayment_events d
    where d.loan_id = ${loanId} and d.type = 'repayment.deducted' and ${isBooked(sql`d.effect`)}
    order by d.occurred_at desc, d.id desc`;
  return rows.map(({ reference, amount, left }) => ({
    reference,
    amount: kobo(Number(amount)),
    left: kobo(Number(left)),
  }));
}
