import { and, desc, eq, lte, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "@/db/client";
import { koboValue, rowsOf } from "@/db/rows";
import { collectionDays } from "@/db/schema/collection";
import { dateOf, latest } from "@/lib/kernel/calendar";
import type { BusinessTime } from "@/lib/kernel/time";
import { type Collection, type CollectionByDay, mostDays } from "@/lib/terms/collection/schema";
import { type CollectedLoan, type CollectionSums, toCollection, toCollectionDay } from "./collection";

export const collectionSumsColumn = z.strictObject({
  agreed: koboValue,
  taken: koboValue,
  missing: koboValue,
  excess: koboValue,
  awaited: koboValue,
  changed: koboValue,
  lastDay: z.iso.date().nullable(),
});

/** As a column of a query on loans: however many there are, it stays one. `until`: the last day that counts. */
export function collectionSums(loanId: SQLWrapper, until?: string): SQL<CollectionSums> {
  return sql<CollectionSums>`(
    select json_build_object('agreed', coalesce(sum(c.agreed), 0), 'taken', coalesce(sum(c.taken), 0),
      'missing', coalesce(sum(c.missing), 0), 'excess', coalesce(sum(c.excess), 0), 'changed', coalesce(sum(c.changed), 0),
      'awaited', coalesce(sum(c.agreed - c.taken + c.excess) filter (where c.judged_at is null), 0),
      'lastDay', max(c.day) filter (where c.agreed > 0 or c.taken > 0))
    from collection_days c where c.loan_id = ${loanId} and c.day <= ${until ?? "infinity"}::date)`;
}

type TellingLoan = Pick<CollectedLoan, "disbursedAt"> & Partial<Pick<CollectedLoan, "writtenOffAt">> & { id: string };

/** Call it in the transaction that records the event. Booking a plain repayment has no need of it. */
export function collectionIn(loan: TellingLoan, now: BusinessTime): Promise<Collection | null> {
  const { id, disbursedAt, writtenOffAt = null } = loan;
  // Whatever records the event may have begun before the money went out.
  return totalsOf({ id, disbursedAt, completedAt: null, writtenOffAt }, latest(now, disbursedAt ?? now));
}

/** As known today. Null before the disbursement. `loan`: loaded in reach. */
export async function readCollectionByDay(
  loan: CollectedLoan & { id: string },
  at: BusinessTime,
): Promise<CollectionByDay | null> {
  const totals = await totalsOf(loan, at);
  if (!totals) return null;
  const { loanId, day, agreed, taken, missing, excess, changed, judgedAt } = collectionDays;
  const days = await db()
    .select({ day, agreed, taken, missing, excess, changed, judgedAt })
    .from(collectionDays)
    .where(and(eq(loanId, loan.id), lte(day, dateOf(at))))
    .orderBy(desc(day))
    .limit(mostDays);
  return { ...totals, days: days.map(toCollectionDay) };
}

const sumsRow = z.strictObject({ sums: collectionSumsColumn });

async function totalsOf(loan: CollectedLoan & { id: string }, at: BusinessTime): Promise<Collection | null> {
  const [row] = await rowsOf(sumsRow)`select ${collectionSums(sql`${loan.id}`, dateOf(at))} as sums`;
  return row ? toCollection(loan, row.sums, at) : null;
}
