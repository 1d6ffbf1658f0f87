import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { inReach } from "@/db/tenancy";
import { reachOfRow } from "@/lib/kernel/reach";
import type { BusinessTime } from "@/lib/kernel/time";
import { totalPaid } from "@/lib/loans/ledger/balances";
import { agingOf } from "./keep-aging";
import { bookOf, type LoanRecord, pausesOf } from "./load-loans";
import { nextDueAt } from "./next-due";

type Change = Partial<Omit<typeof loans.$inferSelect, "id" | "marketplaceId" | "environment" | "dueAt" | "agingSince">>;

/** Its row must be locked. The time of its next check and since when it ages are saved, too. */
export async function saveLoan(loan: LoanRecord, change: Change, now: BusinessTime): Promise<LoanRecord> {
  const after = { ...loan, ...change };
  const pauses = await pausesOf(after);
  const times = {
    dueAt: nextDueAt(after, totalPaid(bookOf(after)), pauses, now),
    agingSince: agingOf(after, pauses, now),
  };
  await db()
    .update(loans)
    .set({ ...change, ...times })
    .where(inReach(loans, reachOfRow(loan), eq(loans.id, loan.id)));
  return { ...after, ...times };
}
