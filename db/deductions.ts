import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bookedEffects } from "@/lib/ledger/constants";

// Literals, not parameters: the planner knows at once which rows are meant, and may use an index that has only those.
const effects = sql.raw(bookedEffects.map((effect) => `'${effect}'`).join(", "));

/** The condition that a report was booked: what was not, says nothing of money that moved. */
export function isBooked(effect: SQLWrapper): SQL {
  return sql`${effect} in (${effects})`;
}

/**
 * What the booked reversals of a deduction come to, in kobo. Here, below the nouns, because breaks, loans and the sandbox
 * have to mean the same by what is left of one.
 * @param deduction its row of `repayment_events`, as the query calls it.
 */
export function reversedOf(deduction: SQLWrapper): SQL {
  return sql`coalesce((
    select sum(reversal.amount) from repayment_events reversal
    where reversal.loan_id = ${deduction}.loan_id and reversal.original_reference = ${deduction}.reference
      and ${isBooked(sql`reversal.effect`)}), 0)`;
}
