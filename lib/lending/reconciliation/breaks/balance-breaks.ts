import { eq, ne, sql } from "drizzle-orm";
import { db } from "@/db/client";
import { breaks } from "@/db/schema/settlements";
import { inReach } from "@/db/tenancy";
import type { Kobo } from "@/lib/kernel/money";
import type { Reach } from "@/lib/kernel/reach";

/** The subject of breaks about a loan's balance as it is reported. */
export function balanceSubject(loanId: string): string {
  return `loan-balance:${loanId}`;
}

/**
 * What a merchant pays itself is none of what its marketplace counted (docs/repayments.md#reported-balances). `paid`:
 * by how much the payment raises what is paid, or lowers it where it was taken back; nothing is missing beyond the whole debt,
 * `due`.
 */
export async function countPayment(reach: Reach, loanId: string, { paid, due }: { paid: Kobo; due: Kobo }) {
  const those = [eq(breaks.loanId, loanId), eq(breaks.type, "MISSING"), eq(breaks.subject, balanceSubject(loanId))];
  const actual = paid < 0 ? sql`greatest(actual + ${paid}, 0)` : sql`greatest(actual, least(actual + ${paid}, ${due}))`;
  await db()
    .update(breaks)
    .set({ expected: sql`expected + ${paid}`, actual })
    .where(inReach(breaks, reach, ...those, ne(breaks.status, "RESOLVED")));
}
