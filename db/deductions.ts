import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { bookedEffects } from "@/lib/terms/ledger/constants";

// Literals, not parameters, so that the planner can use a partial index.
const effects = sql.raw(bookedEffects.map((effect) => `'${effect}'`).join(", "));

/** The condition that a report was booked; one that was not is no evidence that money moved. */
export function isBooked(effect: SQLWrapper): SQL {
  return sql`${effect} in (${effects})`;
}

/** In kobo, booked ones. `deduction`: its row of `repayment_events`, as the query calls it. */
export function reversedOf(deduction: SQLWrapper): SQL {
  return sql`coalesce((
    select sum(reversal.amount) from repayment_events reversal
    where reversal.loan_id = ${deduction}.loan_id and reversal.original_reference = ${deduction}.reference
      and ${isBooked(sql`reversal.effect`)}), 0)`;
}
