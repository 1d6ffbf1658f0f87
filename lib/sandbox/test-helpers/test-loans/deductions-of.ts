import { sql } from "drizzle-orm";
import { z } from "zod";
import { isBooked, reversedOf } from "@/db/deductions";
import { koboValue, rowsOf } from "@/db/rows";

const deductionRow = z.strictObject({ reference: z.string(), left: koboValue });

/** The deductions of a loan, latest first, and what is left of each after reversals. */
export async function deductionsOf(loanId: string): Promise<z.input<typeof deductionRow>[]> {
  return rowsOf(deductionRow)`
    select d.reference, (d.amount - ${reversedOf(sql`d`)})::float8 as left
    from repayment_events d
    where d.loan_id = ${loanId} and d.type = 'repayment.deducted' and ${isBooked(sql`d.effect`)}
    order by d.occurred_at desc, d.id desc`;
}
