import { eq } from "drizzle-orm";
import { db } from "@/db/client";
import { loans } from "@/db/schema/loans";
import { tenantOf } from "@/lib/kernel/actor";
import type { BusinessTime } from "@/lib/kernel/time";
import type { Book } from "@/lib/loans/ledger/balances";
import { bookJournal } from "@/lib/loans/ledger/book";
import { installmentsOf } from "./load-loans";
import type { LockedLoan } from "./lock-for-booking";

/** docs/servicing.md#cooling-off. For whatever takes money back out, in the transaction that booked that. */
export async function restoreInterest<Loan extends LockedLoan>(
  loan: Loan,
  after: Book,
  now: BusinessTime,
): Promise<{ loan: Loan; after: Book }> {
  if (loan.cooledOffAt === null || !after.disbursed || after.received >= loan.principal) return { loan, after };
  await db().update(loans).set({ cooledOffAt: null }).where(eq(loans.id, loan.id));
  const change = { interest: loan.interest, portions: await installmentsOf(loan) };
  const undone = { type: "COOLING_OFF_UNDONE", occurredAt: now, now } as const;
  const owed = await bookJournal({ tenant: tenantOf(loan), before: after, change, ...undone });
  return { loan: { ...loan, cooledOffAt: null }, after: owed };
}
