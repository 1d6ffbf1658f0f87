import { and, asc, eq, gt, isNull, ne, or, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { collectionDays } from "@/db/schema/collection";
import { breaks } from "@/db/schema/settlements";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import { CodedError } from "@/lib/kernel/errors";
import { zero } from "@/lib/kernel/money";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";

/** Why it is not known yet whether sales are behind what a loan received: a break to decide, or a day to be judged. */
export type UndecidedExcess = { breakId: string } | { day: string };

/** Not refunded until settled: deductions reported without sales would be paid out (docs/payouts.md#refunds). */
export async function undecidedExcess(loan: LoanRecord): Promise<UndecidedExcess | null> {
  const isOpen = and(eq(breaks.type, "EXCEEDS_SALE"), ne(breaks.status, "RESOLVED"));
  const [found] = await db()
    .select({ breakId: breaks.id })
    .from(breaks)
    .where(and(eq(breaks.loanId, loan.id), isOpen))
    .orderBy(asc(breaks.id))
    .limit(1);
  if (found) return found;
  const { day, excess, judgedAt, own, stale } = collectionDays;
  // What was taken of a sale that is known is too much, but not out of nothing.
  const withoutSale = sql`(${own} #>> '{unsourced,usual}')::bigint > 0`;
  const notJudged = and(gt(excess, zero), isNull(judgedAt), withoutSale);
  const [unsettled] = await db()
    .select({ day })
    .from(collectionDays)
    .where(inTenant(collectionDays, tenantOf(loan), eq(collectionDays.loanId, loan.id), or(eq(stale, true), notJudged)))
    .orderBy(asc(day))
    .limit(1);
  return unsettled ?? null;
}

/** Of days that are yet to be judged a person may know: they keep only the service waiting. */
export function refuseUndecided(undecided: UndecidedExcess | null): void {
  if (!undecided || !("breakId" in undecided)) return;
  const why = "it says that money came in without a sale behind it";
  throw new CodedError("BREAK_NEEDS_OPERATOR", `Decide the break ${undecided.breakId} (EXCEEDS_SALE) first: ${why}.`);
}
