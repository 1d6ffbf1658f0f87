import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { paymentPromises } from "@/db/schema/contacts";
import { notFound } from "@/lib/kernel/errors";
import { dayEnds } from "@/lib/kernel/lagos-days";
import { fromKobo, type Kobo } from "@/lib/kernel/money";
import type { BusinessTime } from "@/lib/kernel/time";
import type { PromiseState } from "@/lib/terms/contacts";
import type { PromiseAnswer } from "./schema";

type Given = typeof paymentPromises.$inferSelect;

/**
 * Kobo: what the books say that came in for the loan from the moment it was given to the end of its last day in Lagos,
 * however it came, less what was taken back of that by then: what is taken back of earlier money is no matter of it.
 */
export const receivedSince = sql<Kobo>`coalesce((
  select sum(e.amount) from journals j join ledger_entries e on e.journal_id = j.id and e.account = 'CASH'
  where j.loan_id = ${paymentPromises.loanId} and (j.source is not null or j.type = 'DEBIT_REVERSED')
    and j.occurred_at > ${paymentPromises.takenAt}
    and j.occurred_at < (${paymentPromises.payBy} + 1)::timestamp at time zone 'Africa/Lagos'
    and not exists (select from journals b where b.payment_id = j.payment_id and j.type = 'DEBIT_REVERSED'
      and b.type <> 'DEBIT_REVERSED' and b.occurred_at <= ${paymentPromises.takenAt})
    and not exists (select from repayment_events r join repayment_events d
      on d.loan_id = r.loan_id and d.type = 'repayment.deducted' and d.reference = r.original_reference
        and d.effect in ('APPLIED', 'LIABILITY')
      where r.id = j.repayment_event_id and j.type = 'REVERSAL' and d.occurred_at <= ${paymentPromises.takenAt})), 0)::float8`;

/** Nobody types whether it was kept: the ledger says so. */
function stateOf(given: Pick<Given, "amount" | "payBy" | "replacedAt">, received: Kobo, now: BusinessTime) {
  const state: PromiseState =
    received >= given.amount ? "KEPT" : given.replacedAt ? "REPLACED" : dayEnds(given.payBy) > now ? "OPEN" : "BROKEN";
  return state;
}

export async function readPromise(id: string, now: BusinessTime): Promise<PromiseAnswer> {
  const [found] = await readPromises(eq(paymentPromises.id, id), now, 1);
  if (!found) throw notFound("promise");
  return found;
}

/** The newest first. */
export async function readPromises(
  wanted: SQL | undefined,
  now: BusinessTime,
  limit: number,
): Promise<PromiseAnswer[]> {
  const rows = await db()
    .select({ given: paymentPromises, received: receivedSince })
    .from(paymentPromises)
    .where(and(wanted))
    .orderBy(desc(paymentPromises.id))
    .limit(limit);
  return rows.map(({ given, received }) => {
    const { id, loanId, amount, payBy, takenAt, takenBy } = given;
    return {
      ...{ id, loanId, amount: fromKobo(amount), payBy, takenAt: takenAt.toISOString(), takenBy },
      received: fromKobo(received),
      state: stateOf(given, received, now),
    };
  });
}
