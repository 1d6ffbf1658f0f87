import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { mandates } from "@/db/schema/loans";
import { inTenant } from "@/db/tenancy";
import { tenantOf } from "@/lib/kernel/actor";
import type { LoanRecord } from "@/lib/loans/loans/load-loans";

/** Whether an accepted loan is ready for payout: it has an account, and an active mandate on that account. */
export async function isReadyForPayout(loan: LoanRecord): Promise<boolean> {
  if (!loan.payoutAccountId) return false;
  const onAccount = [eq(mandates.loanId, loan.id), eq(mandates.payoutAccountId, loan.payoutAccountId)];
  const [active] = await db()
    .select({ id: mandates.id })
    .from(mandates)
    .where(inTenant(mandates, tenantOf(loan), ...onAccount, eq(mandates.status, "ACTIVE")));
  return active !== undefined;
}
