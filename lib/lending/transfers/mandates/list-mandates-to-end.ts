import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import { db } from "@/db/client";
import { lenders, rails } from "@/db/schema/lenders";
import { loans, mandates, payoutAccounts } from "@/db/schema/loans";
import { bankNameOf } from "@/lib/terms/bank-names";
import type { mandatesToEnd } from "./schema";

/** How many are listed: whoever ends these sees the next ones. */
const most = 1_000;

/** Mandates on paper that have ended here, and that nobody has ended at the bank yet; the longest ended first. */
export async function listMandatesToEnd(): Promise<z.output<typeof mandatesToEnd>> {
  const found = await db()
    .select({ mandate: mandates, loan: loans.reference, lender: lenders, account: payoutAccounts })
    .from(mandates)
    .innerJoin(rails, eq(rails.id, mandates.railId))
    .innerJoin(lenders, eq(lenders.id, rails.lenderId))
    .innerJoin(loans, eq(loans.id, mandates.loanId))
    .innerJoin(payoutAccounts, eq(payoutAccounts.id, mandates.payoutAccountId))
    .where(isToEnd())
    .orderBy(asc(mandates.cancelledAt), asc(mandates.id))
    .limit(most);
  const data = found.flatMap(({ mandate, loan, lender, account }) => {
    const { id: mandateId, loanId, providerReference, cancelledAt } = mandate;
    if (!providerReference || !cancelledAt) return [];
    return {
      ...{ mandateId, bankReference: providerReference, lenderId: lender.id, lender: lender.name },
      ...{ loanId, loanReference: loan, account: `${bankNameOf(account.bankCode)} …${account.lastFour}` },
      endedAt: cancelledAt.toISOString(),
    };
  });
  return { data };
}

/** In queries of `mandates` with their `rails`. */
export function isToEnd() {
  const lodged = and(eq(rails.kind, "BY_HAND"), isNotNull(mandates.providerReference));
  // As the index `mandates_to_end` has it, which a parameter would keep from being used.
  const ended = sql`${mandates.status} = 'CANCELLED'`;
  return and(lodged, ended, isNotNull(mandates.railId), isNull(mandates.bankEndedAt));
}
