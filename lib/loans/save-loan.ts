import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/actor";
import { totalPaid } from "@/lib/ledger/balances";
import { bookOf, type LoanRecord, pausesOf } from "./load-loans";
import { nextDueAt } from "./next-due";

type Change = Partial<Omit<typeof loans.$inferSelect, "id" | "marketplaceId" | "environment" | "dueAt">>;

/**
 * Writes a change of a loan whose row is locked, and with it when the loan is looked at next.
 * @returns the loan after it.
 */
export async function saveLoan(loan: LoanRecord, change: Change, now: Date): Promise<LoanRecord> {
  const after = { ...loan, ...change };
  const dueAt = nextDueAt(after, totalPaid(bookOf(after)), await pausesOf(after), now);
  await db()
    .update(loans)
    .set({ ...change, dueAt })
    .where(inTenant(loans, tenantOf(loan), eq(loans.id, loan.id)));
  return { ...after, dueAt };
}
