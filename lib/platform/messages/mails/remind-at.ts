import { db } from "@/db/client";
import { loanReminders } from "@/db/schema/loan-watches";
import { ownedBy } from "@/db/tenancy";
import type { Tenant } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";

/** Has `lib/lending/servicing/remind-merchant.ts` check a loan at a moment, instead of whatever was planned. */
export async function remindAt(loan: { tenant: Tenant; loanId: string }, dueAt: BusinessTime): Promise<void> {
  await db()
    .insert(loanReminders)
    .values({ id: loan.loanId, ...ownedBy(loan.tenant), dueAt })
    .onConflictDoUpdate({ target: loanReminders.id, set: { dueAt } });
}
